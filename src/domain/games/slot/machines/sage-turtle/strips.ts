/** The reel strips of Sage Turtle. */
export const sageTurtleStrips = {
  base: [
    'crane gourd queen queen crane gourd gourd ace ace jack shell shell shell teapot queen queen king king jack jack king king bamboo bamboo ace ace jack jack bamboo bamboo turtle teapot teapot gate',
    'turtle bamboo bamboo crane gate teapot shell shell shell ace ace bamboo bamboo crane queen queen gourd gourd jack queen teapot teapot king king jack jack queen queen king king jack jack ace ace',
    'bamboo bamboo teapot teapot jack jack gourd king crane gate queen queen ace ace king king turtle crane teapot bamboo jack jack ace ace gourd gourd king king shell shell shell turtle queen queen',
    'jack ace ace king king turtle crane gourd gourd king king gate jack jack ace ace bamboo bamboo crane queen queen jack jack bamboo bamboo queen queen shell shell shell ace teapot teapot gourd',
    'queen queen bamboo bamboo king king turtle ace ace teapot teapot ace ace shell shell shell gourd teapot gate queen queen gourd gourd crane bamboo bamboo queen crane jack jack king king jack jack',
  ],
  free: [
    'jack jack gourd gourd teapot jack jack teapot teapot turtle king king bamboo bamboo crane crane gourd crane queen queen ace ace king king ace ace bamboo bamboo queen queen',
    'gourd bamboo bamboo jack jack queen queen bamboo bamboo ace ace gourd gourd queen queen king king crane crane ace ace turtle crane teapot jack jack king king teapot teapot',
    'ace ace bamboo bamboo teapot jack jack queen queen turtle gourd gourd ace ace king king crane bamboo bamboo queen queen jack jack king king turtle gourd crane crane teapot teapot',
    'jack jack teapot teapot queen queen bamboo bamboo turtle crane crane gourd gourd jack jack turtle crane gourd queen queen teapot ace ace bamboo bamboo king king ace ace king king',
    'queen queen teapot teapot ace ace gourd king king bamboo bamboo turtle king king ace ace crane crane jack jack teapot bamboo bamboo gourd gourd queen queen crane jack jack',
  ],
}
