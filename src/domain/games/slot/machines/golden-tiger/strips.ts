/** The reel strips of Golden Tiger, found by `npm run math -- tune golden-tiger`. */
export const goldenTigerStrips = {
  base: [
    'king dragon tiger queen ace ace fan fan ten ten queen jack dragon queen king king eagle eagle ace king jack dragon tiger ace ten ten queen turtle turtle coin king turtle queen jack fan fan eagle ten jack jack',
    'ten king queen ten jack turtle fan tiger ace ace ten king queen queen fan turtle eagle eagle king dragon jack jack king queen jack turtle fan coin ace ace fan',
    'ace eagle ten turtle turtle queen ace king queen queen ten fan queen queen ten fan fan dragon dragon jack jack tiger ace eagle jack jack fan king king eagle ten turtle coin eagle eagle turtle',
    'jack ace ace queen king fan dragon ace ace turtle jack jack fan fan eagle king king ten ten fan tiger eagle fan turtle turtle tiger coin ten ten queen queen',
    'tiger jack coin ten ten tiger ace fan eagle eagle tiger queen dragon dragon ten ace turtle jack jack eagle queen king fan fan queen queen ten king turtle turtle jack ace king king ace',
  ],
  free: [
    'turtle ten ten dragon ace ace queen queen turtle turtle king king tiger fan coin dragon dragon king king jack jack queen queen ten turtle eagle eagle fan dragon dragon jack',
    'ace tiger jack jack queen queen coin dragon king king fan turtle turtle tiger ten dragon dragon turtle tiger ace ace turtle king fan ten ten ace eagle eagle',
    'turtle eagle queen ten ten queen tiger ten ten king turtle turtle dragon tiger eagle king king jack jack tiger ace dragon tiger coin eagle jack fan fan ace tiger jack jack dragon dragon ten ace ace',
    'turtle ace tiger jack turtle coin eagle ten dragon dragon turtle queen king turtle jack tiger queen ten eagle fan dragon ace ace queen jack fan',
    'tiger ace fan tiger dragon ace king king queen turtle fan fan jack ace king king ace tiger turtle turtle queen queen eagle eagle dragon dragon ten ten coin jack tiger queen ten ten jack eagle fan',
  ],
}
