/** The reel strips of Golden Tiger, symbol after symbol, as the tuner found them. */
export const goldenTigerStrips = {
  base: [
    'jack dragon jack turtle queen king king queen ace king coin ten eagle ten turtle king eagle jack fan ten queen ace fan queen eagle fan dragon fan ace ace ten tiger turtle jack',
    'dragon queen ace fan ace eagle coin king jack queen jack turtle king fan eagle king turtle turtle jack queen ten queen dragon ten ace ten ace eagle ten king fan tiger fan jack',
    'dragon fan ten jack eagle queen ten eagle fan ace turtle king dragon jack queen ten queen fan coin ten king ace turtle ace eagle fan turtle jack queen king jack tiger ace king',
    'king fan eagle turtle jack ten ace ace dragon jack dragon queen ten queen fan king jack fan ten queen turtle queen king eagle ten turtle eagle ace king fan coin tiger jack ace',
    'queen dragon jack king king ten eagle fan king turtle eagle ace fan fan fan queen turtle jack ten ten queen ace coin ten dragon jack queen king jack ace ace tiger turtle eagle',
  ],
  free: [
    'coin king ten jack queen jack king eagle fan ace turtle eagle turtle jack fan ace queen ten dragon queen eagle ten turtle ten king jack queen king dragon ace ace tiger fan fan',
    'ten dragon turtle eagle fan jack coin jack queen ten eagle jack queen eagle ace queen king turtle king jack ace turtle fan ace ace king queen ten fan ten king tiger dragon fan',
    'ten dragon jack queen king queen fan ace eagle king eagle ace fan jack king queen turtle eagle ten ace king fan fan ten turtle ten jack jack coin turtle ace tiger queen dragon',
    'ten king dragon jack fan ten jack fan king queen eagle ace queen fan eagle king turtle ten ace ace ten jack queen eagle turtle turtle fan king jack queen dragon tiger ace coin',
    'coin king turtle turtle queen eagle fan jack dragon dragon ace queen fan ten ten king eagle king jack ten fan queen ace ten eagle ace queen turtle ace king jack tiger fan jack',
  ],
}
