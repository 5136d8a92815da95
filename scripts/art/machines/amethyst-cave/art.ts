import { bat, batEyes, batWings, diggersLamp, geode, geodeSign, lampRing } from '../../drawings/cave.ts'
import {
  amethystCluster,
  bandedAgate,
  brilliantRuby,
  clearQuartz,
  fireOpal,
  flintPoint,
  stepEmerald,
  trillionTopaz,
} from '../../drawings/gems.ts'
import { facetted } from '../../drawings/jewels.ts'
import { moved } from '../../drawings/moved.ts'
import { burst, halo } from '../../drawings/pearl.ts'
import type { MachineArt } from '../../machine.ts'
import { scaled, wordPlate } from '../../symbols.ts'
import { freeSpinsShort, wild } from '../../words.ts'
import { amethystCaveScenes, amethystCaveTile } from './scenes.ts'
import { title } from './title.ts'

/** Amethyst Cave: gems as they are found and cut, a lamp, a bat and a stone that hides what it is. No letters. */
export const art: MachineArt = {
  title,
  symbols: {
    lamp: {
      limb: { piece: lampRing, pivot: [0.5, 0.16] },
      hero: diggersLamp,
      glow: 'ffc45a',
      eyes: [[256, 270, 60]],
      eyeLight: 'ffe48a',
      word: { words: wild, plate: (word) => wordPlate('sapphire', word, 444, 50, 204), size: 94, y: 475, most: 400 },
    },
    bat: {
      back: [
        { kind: 'painted', svg: halo('#ffe07a') },
        { kind: 'painted', svg: burst(256, 256, '#fff6c8') },
      ],
      limb: { piece: batWings, pivot: [0.5, 0.5] },
      hero: bat,
      eyes: batEyes,
      glow: 'bfeaff',
      word: {
        words: freeSpinsShort,
        plate: (word) => wordPlate('ruby', word, 444, 50, 204),
        size: 94,
        y: 475,
        most: 400,
      },
    },
    geode: scaled({ hero: [...geode, ...geodeSign], glow: 'c79aff', eyes: [[256, 260, 50]], eyeLight: 'f1e4ff' }, 1.06),
    amethyst: scaled({ hero: amethystCluster, glow: 'b07aff', eyes: [[238, 130, 34]], eyeLight: 'f1e4ff' }, 1.2),
    ruby: scaled({ hero: brilliantRuby, glow: 'ff5a78', eyes: [[222, 218, 40]], eyeLight: 'ffd3d8' }, 1.18),
    topaz: scaled(
      {
        hero: moved(trillionTopaz, { y: 244, scale: 0.96 }),
        glow: 'ffc45a',
        eyes: [[222, 250, 36]],
        eyeLight: 'fff0b8',
      },
      1.13,
    ),
    emerald: scaled({ hero: stepEmerald, glow: '5fe0a0', eyes: [[220, 212, 36]], eyeLight: 'dcfff0' }, 1.12),
    opal: scaled({ hero: fireOpal, glow: 'd8e6ff', eyes: [[204, 148, 34]], eyeLight: 'ffffff' }, 1),
    quartz: scaled({ hero: clearQuartz, glow: 'dff2ff', eyes: [[306, 120, 32]], eyeLight: 'ffffff' }, 0.96),
    agate: scaled({ hero: bandedAgate, glow: 'ff9d6a', eyes: [[256, 256, 34]], eyeLight: 'dff2ff' }, 0.92),
    flint: { hero: moved(flintPoint, { turn: 24, scale: 0.94 }), glow: 'aab8d0' },
  },
  tile: amethystCaveTile,
  scene: amethystCaveScenes,
  frame: { body: 'plum', corner: facetted(256, 256, 170, 'amethyst', { sides: 6, turn: 30 }) },
  crest: amethystCluster,
  thrift: 6,
}
