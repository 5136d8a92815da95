/** The reel strips of King's Chest. */
export const kingsChestStrips = {
  base: [
    'queen king chest ring ring jack jack sceptre king king jack queen queen sceptre chalice chalice key key ace ring key ten crown chalice king crown crown queen ten ace ace sceptre ten',
    'king queen ring sceptre ten jack ace ace jack queen key key chest crown crown ace key monarch sceptre sceptre jack ring chalice king queen queen king chalice ring ten monarch chalice king ace',
    'king ace chalice ten key queen chalice chalice queen queen monarch crown crown king king ring monarch king jack jack ring ring jack ace ace queen sceptre sceptre ten chest sceptre key key',
    'queen ring sceptre king monarch chalice chalice jack jack crown monarch chest ten ring ring chalice ace jack jack ten king king ace key key ace ace queen queen crown ten sceptre queen key',
    'ace ace king king key chalice queen ace ten chalice chalice ring chest jack ring crown crown monarch jack jack key key sceptre sceptre king jack queen sceptre key queen ring ten ten king queen',
  ],
}
