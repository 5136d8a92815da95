import { craneBody, craneMoon, craneWings } from '../../drawings/crane.ts'
import { jadeDisc } from '../../drawings/jade.ts'
import { koiBody, koiEyes, koiTail, koiTailPivot, koiWater } from '../../drawings/koi.ts'
import { lotus, lotusBack, lotusFront } from '../../drawings/lotus.ts'
import { pearlAt, shellBack, shellFront } from '../../drawings/pearl.ts'
import { waterfallBack, waterfallFront, waterfallWater } from '../../drawings/waterfall.ts'
import { lanternPiece } from '../../heroes.ts'
import type { MachineArt } from '../../machine.ts'
import type { Piece } from '../../piece.ts'
import { enamelled, letter, queen, wordPlate } from '../../symbols.ts'
import { freeSpins, wild } from '../../words.ts'
import { lotusFallsScenes, lotusFallsTile } from './scenes.ts'
import { title } from './title.ts'

/** The koi fills its board, and its fin would be cut at the edge of the reels. */
const koiScale = 0.87
const inside = (place = 256) => 256 + (place - 256) * koiScale
const smaller = (piece: Piece): Piece =>
  piece.map((part) => {
    if (part.kind === 'painted') {
      return {
        ...part,
        svg: `<g transform="translate(256 256) scale(${koiScale}) translate(-256 -256)">${part.svg}</g>`,
      }
    }
    const { x, y, scale = 1, ...turn } = part.place ?? {}
    return { ...part, place: { ...turn, x: inside(x), y: inside(y), scale: scale * koiScale } }
  })

/** Lotus Falls: symbols without tablets, for they fall; a gorge of still water and a fall. */
export const art: MachineArt = {
  title,
  symbols: {
    fall: {
      back: waterfallBack,
      hero: waterfallWater,
      front: waterfallFront,
      glow: '7fe0ff',
      word: { words: wild, plate: (word) => wordPlate('sapphire', word), size: 64, y: 448 },
    },
    pearl: {
      back: shellBack,
      hero: pearlAt(256, 258, 98),
      front: shellFront,
      glow: 'ffd9f2',
      eyes: [[222, 220, 40]],
      eyeLight: 'ffe6f6',
      word: { words: freeSpins, plate: (word) => wordPlate('ruby', word), size: 60, y: 447 },
    },
    lotus: { limb: { piece: lotusBack(), pivot: [0.5, 0.74] }, hero: lotusFront(), glow: 'ff8fc4' },
    koi: {
      back: smaller(koiWater),
      limb: {
        piece: smaller(koiTail),
        pivot: [inside(koiTailPivot[0] * 512) / 512, inside(koiTailPivot[1] * 512) / 512],
      },
      hero: smaller(koiBody),
      eyes: koiEyes.map(([x, y, radius]) => [inside(x), inside(y), radius * koiScale] as const),
      glow: 'ffb26b',
    },
    crane: {
      back: craneMoon,
      limb: { piece: craneWings, pivot: [0.5, 0.66] },
      hero: craneBody,
      eyes: [[246, 106, 9]],
      glow: 'ffd9a0',
    },
    lantern: {
      hero: [
        ...lanternPiece({ x: 128, y: 220, scale: 0.62 }),
        ...lanternPiece({ x: 384, y: 220, scale: 0.62 }),
        ...lanternPiece({ y: 266, scale: 0.94 }),
      ],
      glow: 'ff9d4a',
      eyes: [
        [256, 258, 66],
        [128, 215, 40],
        [384, 215, 40],
      ],
      eyeLight: 'ffc46b',
    },
    jade: { hero: jadeDisc, glow: '6bf0b4' },
    ace: { hero: letter('A', 'rose', { size: 500, y: 424 }), glow: 'ff9ac8' },
    king: { hero: letter('K', 'teal', { size: 480, y: 424, x: 262 }), glow: '7fe6e0' },
    queen: { hero: [enamelled(queen, 'amethyst')], glow: 'cfa6ff' },
  },
  tile: lotusFallsTile,
  scene: lotusFallsScenes,
  frame: { body: 'pine', corner: lotus() },
  crest: lotus(),
}
