import { falcon, sunDisc } from '../../drawings/horus.ts'
import { moved } from '../../drawings/moved.ts'
import { burst } from '../../drawings/pearl.ts'
import {
  ankh,
  bookCover,
  bookPages,
  pharaoh,
  pharaohEyes,
  scarab,
  scarabEyes,
  scarabWings,
} from '../../drawings/temple.ts'
import { facetted } from '../../drawings/jewels.ts'
import type { MachineArt } from '../../machine.ts'
import { enamelled, letter, queen, wordPlate } from '../../symbols.ts'
import { freeSpins } from '../../words.ts'
import { bookOfHorusScenes, bookOfHorusTile } from './scenes.ts'
import { title } from './title.ts'

const high = { x: 258, y: 236, scale: 0.96 }

/** Book of Horus: gold and lapis; a temple open to the desert. */
export const art: MachineArt = {
  title,
  symbols: {
    book: {
      back: [{ kind: 'painted', svg: burst(256, 236, '#ffd75e') }, ...moved(bookPages, high)],
      hero: moved(bookCover, high),
      eyes: [[268, 236, 40]],
      eyeLight: 'fff0b8',
      glow: 'ffd75e',
      word: { words: freeSpins, plate: (word) => wordPlate('ruby', word, 458, 36), size: 58, y: 478 },
    },
    horus: { back: sunDisc, hero: falcon, eyes: [[318, 177, 20]], glow: 'ffb86a' },
    pharaoh: { hero: pharaoh, eyes: pharaohEyes, eyeLight: '7fd0ff', glow: 'ffe08a' },
    scarab: {
      limb: { piece: scarabWings, pivot: [0.5, 0.56] },
      hero: scarab,
      eyes: scarabEyes,
      glow: '5fe0e8',
    },
    ankh: { hero: ankh, eyes: [[246, 282, 30]], eyeLight: 'ffd3d8', glow: 'ffd86a' },
    ace: { hero: letter('A', 'coral', { size: 500, y: 424 }), glow: 'ffb17c' },
    king: { hero: letter('K', 'sapphire', { size: 480, y: 424, x: 262 }), glow: '8ab4ff' },
    queen: { hero: [enamelled(queen, 'teal')], glow: '7fe6e0' },
    jack: { hero: letter('J', 'ruby', { size: 460, y: 394, x: 262 }), glow: 'ff7a90' },
    ten: { hero: letter('10', 'ivory', { size: 430, y: 408 }), glow: 'fff0c8' },
  },
  tile: bookOfHorusTile,
  scene: bookOfHorusScenes,
  frame: { body: 'umber', corner: facetted(256, 256, 168, 'teal', { sides: 4, turn: 45, table: 0.5 }) },
  crest: [...scarabWings, ...scarab],
}
