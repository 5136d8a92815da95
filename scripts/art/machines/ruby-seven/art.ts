import { closedCase, openCase } from '../../drawings/caskets.ts'
import { cherries, cherryLeaves, lemon, lemonLeaf, plumLeaves, plums } from '../../drawings/fruit.ts'
import { facetted } from '../../drawings/jewels.ts'
import { burst } from '../../drawings/pearl.ts'
import {
  bars,
  clapper,
  goldenBell,
  pointer,
  prizeWheel,
  redSevenFigure,
  rubyStone,
  sapphireStar,
} from '../../drawings/prizes.ts'
import { moved } from '../../drawings/moved.ts'
import type { MachineArt } from '../../machine.ts'
import type { Piece } from '../../piece.ts'
import { scaled, wordPlate } from '../../symbols.ts'
import { bonus, wild } from '../../words.ts'
import { rubySevenScenes, rubySevenTile } from './scenes.ts'
import { title } from './title.ts'

/** The fruit is the least, and the smallest. */
const fruitScale = 0.82
const fruit = (piece: Piece): Piece => moved(piece, { scale: fruitScale })
const fruitPivot = (x: number, y: number) => [0.5 + (x - 0.5) * fruitScale, 0.5 + (y - 0.5) * fruitScale] as const

/** Ruby Seven: fruit in enamel and a seven of ruby on a stage of the twenties. No letters. */
export const art: MachineArt = {
  title,
  symbols: {
    ruby: {
      back: [{ kind: 'painted', svg: burst(256, 232, '#ff8a9a') }],
      hero: rubyStone,
      eyes: [[220, 190, 56]],
      eyeLight: 'ffd3d8',
      glow: 'ff4d6d',
      word: { words: wild, plate: (word) => wordPlate('ink', word, 446, 38), size: 64, y: 468 },
    },
    wheel: {
      back: [{ kind: 'painted', svg: burst(256, 262, '#ffd75e') }],
      limb: { piece: prizeWheel, pivot: [0.5, 262 / 512] },
      hero: pointer,
      glow: 'ffd75e',
      word: { words: bonus, plate: (word) => wordPlate('sapphire', word, 450, 38), size: 62, y: 471 },
    },
    seven: scaled(
      {
        back: [{ kind: 'painted', svg: burst(256, 256, '#ffb0a0') }],
        hero: redSevenFigure,
        glow: 'ff5a70',
        eyes: [[146, 116, 30]],
        eyeLight: 'ffd3d8',
      },
      1.1,
    ),
    bell: { limb: { piece: clapper, pivot: [0.5, 0.64] }, hero: goldenBell, glow: 'ffd86a' },
    star: { hero: sapphireStar, glow: '7fb0ff', eyes: [[236, 238, 40]], eyeLight: 'dfeaff' },
    bar: { hero: bars, glow: 'ffdf9a' },
    cherry: {
      limb: { piece: fruit(cherryLeaves), pivot: fruitPivot(0.65, 0.17) },
      hero: fruit(cherries),
      glow: 'ff6a7a',
    },
    plum: { limb: { piece: fruit(plumLeaves), pivot: fruitPivot(0.5, 0.21) }, hero: fruit(plums), glow: 'b88aff' },
    lemon: { limb: { piece: fruit(lemonLeaf), pivot: fruitPivot(0.76, 0.26) }, hero: fruit(lemon), glow: 'ffe86a' },
  },
  tile: rubySevenTile,
  scene: rubySevenScenes,
  frame: { body: 'wine', corner: facetted(256, 256, 166, 'ruby', { sides: 4, turn: 0, table: 0.5 }) },
  crest: redSevenFigure,
  pick: { closed: closedCase, open: openCase },
}
