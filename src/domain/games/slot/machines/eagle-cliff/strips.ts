/** The reel strips of Eagle Cliff. */
export const eagleCliffStrips = {
  base: [
    'jack jack king king edelweiss edelweiss ace ibex queen queen lynx lynx nest queen queen king king ibex ibex marmot marmot edelweiss edelweiss ten ten ace ace ten ten jack jack queen queen jack jack lynx ace ace king ten ten marmot',
    'marmot king king marmot marmot ten ten jack jack eagle ace ace queen queen jack jack ace queen queen ace ace ibex ten ten queen king king edelweiss edelweiss ten ten lynx lynx edelweiss edelweiss lynx nest jack jack king king ibex ibex',
    'jack jack edelweiss edelweiss ten ten ibex ibex lynx lynx ace ace eagle king king queen queen marmot marmot ace ace ten ten king king jack jack ace ace edelweiss ibex marmot marmot queen queen king jack eagle ten ten queen queen lynx nest',
    'lynx edelweiss edelweiss ten ten king king jack jack queen king king ace queen queen ibex nest ace ace marmot marmot ibex queen queen king king eagle jack jack marmot jack jack edelweiss edelweiss lynx lynx ten ten ace ace ten ten',
    'jack jack ibex marmot marmot jack jack nest ace ace ten ten ibex king lynx ten edelweiss edelweiss queen queen ace ace ten ten queen queen jack jack king king lynx lynx king king ace ace edelweiss queen queen marmot marmot',
  ],
  free: [
    'ibex ibex edelweiss edelweiss marmot marmot jack king king ten ten marmot marmot ace ibex ibex ten ten king king lynx queen queen jack jack queen queen edelweiss lynx lynx ace ace nest',
    'lynx ace ace jack jack edelweiss edelweiss ten ten eagle ibex marmot edelweiss edelweiss eagle jack jack ace ace ten ten marmot marmot eagle ibex ibex king king queen nest lynx lynx king king queen queen eagle',
    'queen queen marmot queen queen eagle jack jack lynx ace ace edelweiss edelweiss nest ace ace ibex ibex lynx lynx edelweiss edelweiss king ten ten eagle jack jack ten ten eagle marmot marmot king king eagle ibex',
    'king king lynx lynx king king eagle marmot marmot queen queen ace eagle marmot ten ten queen queen lynx eagle jack jack ace ace jack jack ibex edelweiss edelweiss eagle ten ten edelweiss edelweiss nest ibex ibex',
    'king king ace ace edelweiss ace ace lynx marmot marmot lynx lynx ibex ibex nest ten ten queen queen king king jack jack queen queen jack jack edelweiss edelweiss ten ten ibex marmot marmot',
  ],
}
