/** The reel strips of Azure Dragon Hoard. */
export const azureDragonHoardStrips = {
  base: [
    'jack queen queen scroll ace gong queen scroll ten pearl ace king ten gong king king ten lantern lantern queen jack jack ten ace scroll king gong gong ace jack jack pearl ten jack lantern queen coin coin coin king ten lantern',
    'gong scroll jack ace ace dragon jack pearl ten lantern ace queen gong ten ten scroll queen coin coin coin lantern queen jack jack king ten ace lantern king queen pearl king ace jack queen scroll lantern gong king ten ten pearl',
    'ace lantern gong king ten ten jack lantern king scroll ten jack scroll ace lantern king jack jack queen king ace jack scroll lantern ten pearl ace coin coin gong scroll dragon ten queen jack gong queen queen king pearl ten queen',
    'ten lantern ace ace queen jack pearl ace lantern pearl ten gong scroll jack jack ten queen king ten pearl dragon queen queen ten gong gong lantern queen scroll ace king lantern coin coin coin jack king ten jack king king scroll',
    'gong gong pearl lantern queen jack ten scroll ace jack queen coin coin coin queen queen jack lantern ace king ten ten pearl ace lantern king king ten jack gong pearl ace lantern gong jack ten king king ten queen scroll scroll',
  ],
}
