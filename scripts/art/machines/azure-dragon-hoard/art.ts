import { azure, dragon } from '../../drawings/dragon.ts'
import { claws, flames, gongDisc, gongFrame, greatPearl, mallet, palaceLantern, scroll } from '../../drawings/hoard.ts'
import { cornerCoin, emblemCoin } from '../../drawings/hoard-coin.ts'
import { burst } from '../../drawings/pearl.ts'
import type { MachineArt } from '../../machine.ts'
import { enamelled, letter, queen, wordPlate } from '../../symbols.ts'
import { bonus, wild } from '../../words.ts'
import { azureDragonHoardScenes, azureDragonHoardTile } from './scenes.ts'
import { title } from './title.ts'

const head = dragon(azure, { y: 226, scale: 0.88 })
const crest = dragon(azure)

/** Azure Dragon Hoard: a temple mask as wild, coins with room for their value, a hall of lacquer pillars. */
export const art: MachineArt = {
  title,
  symbols: {
    dragon: {
      back: [{ kind: 'painted', svg: burst(256, 226, '#8fd4ff') }, ...head.mane],
      limb: { piece: head.jaw, pivot: [0.5, 0.6] },
      hero: head.head,
      eyes: head.eyes.map(([x, y]) => [x, y, 20] as const),
      eyeLight: 'ffb52e',
      glow: '4db8ff',
      word: { words: wild, plate: (word) => wordPlate('ruby', word, 448, 36), size: 64, y: 470 },
    },
    coin: {
      hero: emblemCoin,
      glow: 'ffd75e',
      word: { words: bonus, plate: (word) => wordPlate('sapphire', word, 450, 38), size: 62, y: 471 },
    },
    pearl: {
      back: flames,
      hero: greatPearl,
      front: claws,
      eyes: [[222, 236, 44]],
      eyeLight: 'ffe6f6',
      glow: 'ffc08a',
    },
    scroll: { hero: scroll, glow: 'ffe9b8' },
    gong: {
      back: gongFrame,
      limb: { piece: gongDisc, pivot: [0.5, 0.25] },
      hero: mallet,
      glow: 'ffcf5a',
    },
    lantern: { hero: palaceLantern, eyes: [[256, 262, 66]], eyeLight: 'ffc46b', glow: 'ffb04a' },
    ace: { hero: letter('A', 'azure', { size: 500, y: 424 }), glow: '8fd4ff' },
    king: { hero: letter('K', 'ruby', { size: 480, y: 424, x: 262 }), glow: 'ff7a90' },
    queen: { hero: [enamelled(queen, 'teal')], glow: '7fe6e0' },
    jack: { hero: letter('J', 'amethyst', { size: 460, y: 394, x: 262 }), glow: 'cfa6ff' },
    ten: { hero: letter('10', 'ivory', { size: 430, y: 408 }), glow: 'fff0c8' },
  },
  tile: azureDragonHoardTile,
  scene: azureDragonHoardScenes,
  thrift: 4,
  frame: { body: 'night', corner: cornerCoin },
  crest: [...crest.mane, ...crest.jaw, ...crest.head],
}
