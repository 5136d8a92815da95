/** The reel strips of Book of Horus. */
export const bookOfHorusStrips = {
  base: [
    'scarab ace ace queen queen jack ten ten king scarab ace ace jack jack horus queen queen book king king pharaoh ten ten ankh ankh ten ten ankh king king jack jack queen',
    'ace ace book ace ace queen queen king king jack jack ace horus ten ankh king king ten ten jack jack pharaoh jack jack ten ten scarab scarab queen ankh ankh pharaoh queen queen',
    'horus book ankh ankh king king queen pharaoh queen queen jack jack ten ten scarab ace ace scarab ace ace pharaoh queen queen ten ten king ten ten ankh jack jack king king',
    'scarab scarab king king pharaoh jack jack ace ten ten book jack jack pharaoh queen queen ace ace queen queen horus ten ten ankh ankh jack ten queen scarab ace ace king king',
    'queen queen jack jack pharaoh queen king king jack jack horus ten ten ace ace ankh ankh king king pharaoh scarab scarab book queen queen ace ace jack ten ten ankh ten scarab',
  ],
  free: [
    'ace ace king king book jack jack ace ace pharaoh ten ten scarab scarab jack scarab horus ankh queen queen ten ten pharaoh horus pharaoh ankh ankh king king queen',
    'king ten ten ace ace pharaoh ankh scarab ten horus queen queen king king horus queen queen book ankh ankh jack jack pharaoh jack jack ace ace scarab scarab pharaoh',
    'pharaoh pharaoh book ace ace king king jack jack horus ten ten jack pharaoh horus ace ace ankh queen queen scarab ten ten king king ankh ankh scarab scarab queen',
    'ace ace queen queen book pharaoh horus ankh scarab ankh ankh king king horus pharaoh queen queen jack jack ace ace king ten ten scarab scarab ten jack jack',
    'king king horus ankh ankh scarab scarab ace ace queen pharaoh queen queen ankh jack jack pharaoh ten ten book king king ace ace scarab jack jack ten',
  ],
}
