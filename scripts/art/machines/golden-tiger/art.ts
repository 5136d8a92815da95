import { eagleHead, eagleNeck, paintedFan, scatterCoin, tortoiseBody, tortoiseLimbs } from '../../drawings/beasts.ts'
import { dragon, scarlet } from '../../drawings/dragon.ts'
import { moved } from '../../drawings/moved.ts'
import { tiger } from '../../drawings/tiger.ts'
import type { MachineArt } from '../../machine.ts'
import { enamelled, letter, queen, tablet, wordPlate } from '../../symbols.ts'
import { freeSpins, wild } from '../../words.ts'
import { goldenTigerScenes } from './scenes.ts'
import { title } from './title.ts'

const head = tiger({ y: 218, scale: 0.84 })
const whole = tiger()
const serpent = dragon(scarlet, { y: 254, scale: 0.9 })
const inside = { y: 262, scale: 0.9 }
const perched = { x: 250, y: 266, scale: 1.02 }

/** Golden Tiger: heroes on lacquer tablets, a palace below the moon. */
export const art: MachineArt = {
  title,
  symbols: {
    tiger: {
      back: tablet('ink', '#a8641a'),
      limb: { piece: head.jaw, pivot: [0.5, 0.6] },
      hero: head.head,
      eyes: head.eyes.map(([x, y]) => [x, y, 20] as const),
      eyeLight: '6bffa8',
      glow: 'ffc24a',
      word: { words: wild, plate: (word) => wordPlate('ruby', word, 446, 36), size: 64, y: 468 },
    },
    coin: {
      hero: scatterCoin,
      glow: 'ffd75e',
      word: { words: freeSpins, plate: (word) => wordPlate('sapphire', word, 446, 38), size: 60, y: 467 },
    },
    dragon: {
      back: [...tablet('wine', '#d0244c'), ...serpent.mane],
      limb: { piece: serpent.jaw, pivot: [0.5, 0.62] },
      hero: serpent.head,
      eyes: serpent.eyes.map(([x, y]) => [x, y, 18] as const),
      glow: 'ff5a78',
    },
    turtle: {
      back: tablet('pine', '#1fa271'),
      limb: { piece: moved(tortoiseLimbs, inside), pivot: [0.5, 0.52] },
      hero: moved(tortoiseBody, inside),
      eyes: [
        [276, 115, 9],
        [236, 115, 9],
      ],
      glow: '5ff0b0',
    },
    eagle: {
      back: tablet('night', '#2f63d8'),
      limb: { piece: moved(eagleNeck, perched), pivot: [0.52, 0.36] },
      hero: moved(eagleHead, perched),
      eyes: [[311, 151, 17]],
      glow: '7fb0ff',
    },
    fan: { back: tablet('plum', '#7a3fd0'), hero: moved(paintedFan, { y: 262, scale: 0.87 }), glow: 'c08aff' },
    ace: { hero: letter('A', 'ruby', { size: 500, y: 424 }), glow: 'ff7a90' },
    king: { hero: letter('K', 'sapphire', { size: 480, y: 424, x: 262 }), glow: '8ab4ff' },
    queen: { hero: [enamelled(queen, 'amethyst')], glow: 'cfa6ff' },
    jack: { hero: letter('J', 'jade', { size: 460, y: 394, x: 262 }), glow: '7af0bc' },
    ten: { hero: letter('10', 'ivory', { size: 430, y: 408 }), glow: 'fff0c8' },
  },
  tile: {
    hue: 'cinnabar',
    hero: [...whole.jaw, ...whole.head],
    edge: 306,
    y: 150,
  },
  scene: goldenTigerScenes,
  frame: { body: 'ink', corner: [...whole.jaw, ...whole.head] },
  crest: [...whole.jaw, ...whole.head],
}
