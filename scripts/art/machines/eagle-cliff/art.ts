import {
  edelweiss,
  edelweissLeaves,
  eggs,
  marmot,
  marmotBody,
  marmotEyes,
  nestBack,
  nestFront,
} from '../../drawings/alm.ts'
import { eagle, eagleEye, eagleWings, ibex, ibexEyes, ibexHorns, ibexRuff, roundel } from '../../drawings/alpine.ts'
import { facetted } from '../../drawings/jewels.ts'
import { lynx, lynxEyes, lynxRuff } from '../../drawings/lynx.ts'
import { moved } from '../../drawings/moved.ts'
import { burst } from '../../drawings/pearl.ts'
import type { MachineArt } from '../../machine.ts'
import { enamelled, letter, queen, wordPlate } from '../../symbols.ts'
import { freeSpins, wild } from '../../words.ts'
import { eagleCliffScenes, eagleCliffTile } from './scenes.ts'
import { title } from './title.ts'

const inside = { y: 262, scale: 0.88 }
const within = (eyes: readonly (readonly [number, number, number])[]) =>
  eyes.map(([x, y, r]) => [256 + (x - 256) * 0.88, 262 + (y - 256) * 0.88, r] as const)

/** Eagle Cliff: beasts of the rocks before roundels, by daylight. */
export const art: MachineArt = {
  title,
  symbols: {
    eagle: {
      limb: { piece: eagleWings, pivot: [0.5, 0.5] },
      hero: eagle,
      eyes: [eagleEye],
      glow: 'ffd08a',
      word: { words: wild, plate: (word) => wordPlate('sapphire', word, 452, 36), size: 62, y: 473 },
    },
    nest: {
      back: [{ kind: 'painted', svg: burst(256, 220, '#ffe07a') }, ...nestBack],
      hero: eggs,
      front: nestFront,
      eyes: [[230, 150, 40]],
      eyeLight: 'fff0b8',
      glow: 'ffe07a',
      word: { words: freeSpins, plate: (word) => wordPlate('ruby', word, 446, 38), size: 60, y: 467 },
    },
    ibex: {
      back: roundel('sapphire', '#6fb4ff'),
      hero: moved([...ibexRuff, ...ibexHorns, ...ibex], inside),
      eyes: within(ibexEyes),
      glow: '8ac4ff',
    },
    lynx: {
      back: roundel('pine', '#3fc08a'),
      hero: moved([...lynxRuff, ...lynx], inside),
      eyes: within(lynxEyes),
      eyeLight: '8affa0',
      glow: 'ffb86a',
    },
    marmot: {
      back: [...roundel('wine', '#e07a5a'), ...moved(marmotBody, { y: 246, scale: 0.82 })],
      hero: moved(marmot, { y: 246, scale: 0.82 }),
      eyes: marmotEyes.map(([x, y, r]) => [256 + (x - 256) * 0.82, 246 + (y - 256) * 0.82, r * 0.8] as const),
      eyeLight: 'fff0d0',
      keepsPupils: true,
      glow: 'ff9a7a',
    },
    edelweiss: {
      back: roundel('plum', '#a45ae8'),
      limb: { piece: moved(edelweissLeaves, inside), pivot: [0.5, 0.58] },
      hero: moved(edelweiss, inside),
      glow: 'e8dcff',
    },
    ace: { hero: letter('A', 'coral', { size: 500, y: 424 }), glow: 'ffb17c' },
    king: { hero: letter('K', 'azure', { size: 480, y: 424, x: 262 }), glow: '86d3ff' },
    queen: { hero: [enamelled(queen, 'rose')], glow: 'ffabc9' },
    jack: { hero: letter('J', 'leaf', { size: 460, y: 394, x: 262 }), glow: 'a6e282' },
    ten: { hero: letter('10', 'snow', { size: 430, y: 408 }), glow: 'ffffff' },
  },
  tile: eagleCliffTile,
  scene: eagleCliffScenes,
  frame: { body: 'umber', corner: facetted(256, 256, 166, 'azure', { sides: 8 }) },
  crest: [...eagleWings, ...eagle],
}
