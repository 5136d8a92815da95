import { closedChest } from '../../drawings/caskets.ts'
import { chestBox, chestLid, openChest, treasure } from '../../drawings/chest.ts'
import { facetted } from '../../drawings/jewels.ts'
import { beard, kingEyes, kingFace } from '../../drawings/king.ts'
import { burst } from '../../drawings/pearl.ts'
import { chalice, crown, key, sceptre, signetRing } from '../../drawings/regalia.ts'
import { moved } from '../../drawings/moved.ts'
import type { MachineArt } from '../../machine.ts'
import { enamelled, letter, queen, wordPlate } from '../../symbols.ts'
import { bonus, wild } from '../../words.ts'
import { kingsChestScenes, kingsChestTile } from './scenes.ts'
import { title } from './title.ts'

/** King's Chest: regalia in gold and stones, an old king as wild, a chest that opens; a vault by torchlight. */
export const art: MachineArt = {
  title,
  symbols: {
    monarch: {
      limb: { piece: beard, pivot: [0.5, 0.5] },
      hero: kingFace,
      eyes: kingEyes,
      eyeLight: '7fd0ff',
      keepsPupils: true,
      glow: 'ffd28a',
      word: { words: wild, plate: (word) => wordPlate('amethyst', word, 446, 38), size: 64, y: 468 },
    },
    chest: {
      back: [{ kind: 'painted', svg: burst(256, 220, '#ffd75e') }],
      limb: { piece: chestLid, pivot: [0.5, 0.52] },
      hero: [...treasure, ...chestBox],
      glow: 'ffd75e',
      eyes: [
        [164, 252, 24],
        [352, 250, 26],
        [256, 268, 22],
      ],
      eyeLight: 'fff0b8',
      word: { words: bonus, plate: (word) => wordPlate('sapphire', word, 450, 38), size: 62, y: 471 },
    },
    crown: { hero: crown, glow: 'ffd28a', eyes: [[256, 300, 34]], eyeLight: 'ffd0d6' },
    sceptre: { hero: sceptre, glow: 'ffb0a0', eyes: [[350, 140, 40]], eyeLight: 'ffd0d6' },
    chalice: { hero: chalice, glow: '7ff0c0', eyes: [[256, 236, 34]], eyeLight: 'ffd0d6' },
    ring: { hero: signetRing, glow: '8ab4ff', eyes: [[222, 112, 46]], eyeLight: 'dfeaff' },
    key: { hero: key, glow: 'c79aff', eyes: [[364, 146, 34]], eyeLight: 'f1e4ff' },
    ace: { hero: moved(letter('A', 'ruby', { size: 500, y: 424 }), { scale: 0.8 }), glow: 'ff7a90' },
    king: { hero: moved(letter('K', 'sapphire', { size: 480, y: 424, x: 262 }), { scale: 0.8 }), glow: '8ab4ff' },
    queen: { hero: moved([enamelled(queen, 'amethyst')], { scale: 0.8 }), glow: 'cfa6ff' },
    jack: { hero: moved(letter('J', 'jade', { size: 460, y: 394, x: 262 }), { scale: 0.8 }), glow: '7af0bc' },
    ten: { hero: moved(letter('10', 'ivory', { size: 430, y: 408 }), { scale: 0.8 }), glow: 'fff0c8' },
  },
  tile: kingsChestTile,
  scene: kingsChestScenes,
  frame: { body: 'umber', corner: facetted(256, 256, 172, 'ruby', { sides: 8 }) },
  crest: openChest,
  pick: { closed: closedChest, open: openChest },
}
