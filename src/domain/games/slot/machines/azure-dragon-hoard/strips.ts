/** The reel strips of Azure Dragon Hoard. */
export const azureDragonHoardStrips = {
  base: [
    'queen queen pearl king king pearl coin coin coin gong jack jack scroll scroll king ten jack jack ace lantern king queen queen lantern scroll pearl ten ten ace ace dragon lantern lantern jack gong gong ten ten ace',
    'pearl jack jack queen queen dragon ten ace jack jack scroll king coin coin lantern ace ace lantern queen queen gong king pearl ten ten lantern pearl scroll scroll king king ace ten dragon lantern jack gong gong ten',
    'ace king scroll lantern lantern jack ace ace coin coin coin jack jack queen queen lantern king king ten ten pearl pearl jack jack ace dragon king ten scroll scroll gong gong dragon lantern ten ten gong queen queen pearl',
    'queen queen ace ace pearl pearl queen gong dragon lantern ten coin king ten jack gong ten ten gong coin coin ten dragon jack king king ace ace scroll lantern jack jack scroll scroll pearl king queen jack lantern lantern',
    'ace ace ten ten king jack lantern lantern jack gong gong scroll coin coin coin ten ten jack jack pearl gong scroll dragon lantern lantern scroll king queen jack ten queen queen ace ace dragon queen king king pearl pearl',
  ],
}
