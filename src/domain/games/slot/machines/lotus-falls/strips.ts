/** The reel strips of Lotus Falls. */
export const lotusFallsStrips = {
  base: [
    'jade jade lantern king koi crane king king lotus lotus koi pearl lantern koi queen queen crane jade ace ace crane lantern queen queen king ace',
    'koi fall crane koi king crane queen ace ace king pearl queen queen koi ace king king crane lotus lantern ace jade jade lantern lantern lotus jade',
    'lotus lotus queen queen crane jade jade fall king king koi koi crane king king crane lantern pearl ace ace lantern queen queen ace koi jade lantern',
    'crane crane ace ace pearl lantern koi lotus lotus king queen lantern jade queen king crane ace ace king jade queen koi koi king fall lantern jade',
    'lotus ace queen lotus crane crane koi king queen queen koi lantern jade jade ace ace king jade lantern king crane lantern koi king queen',
  ],
  free: [
    'crane crane queen queen pearl lantern lotus lotus king king koi koi lantern lantern koi koi jade ace ace king jade crane ace lotus lotus',
    'lotus fall king lotus pearl crane crane koi jade jade ace ace queen queen lotus lotus ace lantern lantern koi fall lantern crane king king koi koi',
    'lotus lotus jade queen queen fall lotus lotus pearl ace ace king koi koi jade lantern crane crane lantern lantern ace fall koi king king crane koi',
    'lantern ace king koi jade jade queen lantern lantern crane crane fall ace koi fall lotus lotus king king pearl ace lotus lotus queen koi koi crane',
    'king fall lotus lotus koi koi lantern king crane crane jade ace queen queen lotus lotus ace koi koi crane ace king jade lantern lantern',
  ],
}
