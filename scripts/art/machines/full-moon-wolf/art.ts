import { bear, bearEyes, bearMane } from '../../drawings/bear.ts'
import { fullMoon, howler, runeStone } from '../../drawings/forest.ts'
import { facetted } from '../../drawings/jewels.ts'
import { moved } from '../../drawings/moved.ts'
import { owl, owlEyes, owlWings } from '../../drawings/owl.ts'
import { burst } from '../../drawings/pearl.ts'
import { antlers, raven, ravenWings, stag, stagEyes, stagRuff } from '../../drawings/stag.ts'
import { wolfHead } from '../../drawings/wolf.ts'
import type { MachineArt } from '../../machine.ts'
import { enamelled, letter, queen, wordPlate } from '../../symbols.ts'
import { freeSpins, wild } from '../../words.ts'
import { fullMoonWolfScenes, fullMoonWolfTile } from './scenes.ts'
import { title } from './title.ts'

const large = { scale: 0.92 }
const low = { y: 274, scale: 0.92 }
const wolf = moved(wolfHead, { y: 226, scale: 0.94 })
const within = (eyes: readonly (readonly [number, number, number])[], y = 256) =>
  eyes.map(([ex, ey, r]) => [256 + (ex - 256) * 0.92, y + (ey - 256) * 0.92, r] as const)

/** Full-Moon Wolf: beasts of the north before rune stones, silver edges; a forest in snow. */
export const art: MachineArt = {
  title,
  symbols: {
    wolf: {
      back: runeStone('ink', '#4a7ae0'),
      hero: wolf,
      eyes: [
        [312, 194, 18],
        [200, 194, 18],
      ],
      glow: '8ab4ff',
      word: { words: wild, plate: (word) => wordPlate('ink', word, 450, 38), size: 64, y: 472 },
    },
    moon: {
      back: [{ kind: 'painted', svg: burst(256, 230, '#ffe9b0') }, ...fullMoon],
      hero: howler,
      glow: 'ffe9b0',
      word: { words: freeSpins, plate: (word) => wordPlate('ruby', word, 450, 38), size: 60, y: 471 },
    },
    owl: {
      back: runeStone('plum', '#a45ae8'),
      limb: { piece: owlWings, pivot: [0.5, 0.5] },
      hero: owl,
      eyes: owlEyes,
      glow: 'c79aff',
    },
    bear: {
      back: runeStone('wine', '#d04a3a'),
      limb: { piece: moved(bearMane, large), pivot: [0.5, 0.5] },
      hero: moved(bear, large),
      eyes: within(bearEyes),
      glow: 'ff8a6a',
    },
    stag: {
      back: runeStone('pine', '#2fc08a'),
      limb: { piece: moved(stagRuff, low), pivot: [0.5, 0.55] },
      hero: moved([...antlers, ...stag], low),
      eyes: within(stagEyes, 274),
      eyeLight: '7fd0ff',
      glow: '7af0bc',
    },
    raven: {
      back: runeStone('teal', '#7ff0e8'),
      limb: { piece: moved(ravenWings, { y: 262, scale: 0.92 }), pivot: [0.5, 0.52] },
      hero: moved(raven, { y: 262, scale: 0.96 }),
      eyes: [[238, 176, 20]],
      eyeLight: 'ff6a5a',
      glow: '82e4dd',
    },
    ace: { hero: letter('A', 'ruby', { size: 500, y: 424 }, 'silver'), glow: 'ff7a90' },
    king: { hero: letter('K', 'sapphire', { size: 480, y: 424, x: 262 }, 'silver'), glow: '8ab4ff' },
    queen: { hero: [enamelled(queen, 'amethyst', 'silver')], glow: 'cfa6ff' },
    jack: { hero: letter('J', 'teal', { size: 460, y: 394, x: 262 }, 'silver'), glow: '7fe6e0' },
  },
  tile: fullMoonWolfTile,
  scene: fullMoonWolfScenes,
  frame: { body: 'night', corner: facetted(256, 256, 168, 'azure', { sides: 6, turn: 0, setting: 'silver' }) },
  crest: wolfHead,
}
