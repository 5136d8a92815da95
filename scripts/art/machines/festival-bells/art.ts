import { openWrappedBox, wrappedBox } from '../../drawings/caskets.ts'
import {
  danceMask,
  dancerFan,
  fanKnot,
  kiteTails,
  lanternTassel,
  maskCap,
  shieldKite,
  silkLantern,
} from '../../drawings/fair.ts'
import { bellSilk, drumSticks, festivalBell, festivalDrum } from '../../drawings/festival.ts'
import { facetted } from '../../drawings/jewels.ts'
import { moved } from '../../drawings/moved.ts'
import { burst } from '../../drawings/pearl.ts'
import type { MachineArt } from '../../machine.ts'
import { enamelled, letter, queen, wordPlate } from '../../symbols.ts'
import { bonus, wild } from '../../words.ts'
import { festivalBellsScenes, festivalBellsTile } from './scenes.ts'
import { title } from './title.ts'

/** Festival Bells: a bell with its silk, a drum that opens presents, and what is carried through the streets. */
export const art: MachineArt = {
  title,
  symbols: {
    bell: {
      limb: { piece: bellSilk, pivot: [0.5, 0.14] },
      hero: festivalBell,
      glow: 'ffd86a',
      eyes: [[256, 328, 26]],
      eyeLight: 'ffe9a6',
      word: { words: wild, plate: (word) => wordPlate('ruby', word, 452, 38), size: 64, y: 474 },
    },
    drum: {
      back: [{ kind: 'painted', svg: burst(256, 232, '#ffd75e') }],
      limb: { piece: drumSticks, pivot: [0.5, 0.49] },
      hero: festivalDrum,
      glow: 'ffd75e',
      eyes: [[256, 232, 34]],
      eyeLight: 'fff0b8',
      word: { words: bonus, plate: (word) => wordPlate('sapphire', word, 452, 38), size: 62, y: 473 },
    },
    lantern: {
      limb: { piece: lanternTassel, pivot: [0.5, 0.74] },
      hero: silkLantern,
      glow: 'ffb06a',
      eyes: [[256, 236, 52]],
      eyeLight: 'ffd98a',
    },
    fan: { limb: { piece: fanKnot, pivot: [0.5, 0.74] }, hero: moved(dancerFan, { y: 250 }), glow: '7fe6e0' },
    kite: { limb: { piece: kiteTails, pivot: [0.5, 0.8] }, hero: shieldKite, glow: 'ffe9a6' },
    mask: {
      limb: { piece: maskCap, pivot: [0.5, 0.3] },
      hero: danceMask,
      glow: 'ffc06a',
      eyes: [
        [178, 228, 13],
        [334, 228, 13],
      ],
      eyeLight: 'fff3c8',
    },
    ace: { hero: letter('A', 'coral', { size: 500, y: 424 }), glow: 'ffb17c' },
    king: { hero: letter('K', 'sapphire', { size: 480, y: 424, x: 262 }), glow: '8ab4ff' },
    queen: { hero: [enamelled(queen, 'jade')], glow: '7af0bc' },
  },
  tile: festivalBellsTile,
  scene: festivalBellsScenes,
  frame: { body: 'wine', corner: facetted(256, 256, 166, 'sapphire', { sides: 6, turn: 0 }) },
  crest: [...bellSilk, ...festivalBell],
  pick: { closed: wrappedBox, open: openWrappedBox },
}
