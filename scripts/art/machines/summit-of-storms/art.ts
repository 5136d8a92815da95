import {
  amberDrop,
  axeRope,
  callingHorn,
  hexSapphire,
  hornCord,
  iceAxe,
  iceCrystals,
  kiteEmerald,
  lanternBail,
  shieldGarnet,
  stormLantern,
} from '../../drawings/climb.ts'
import { facetted } from '../../drawings/jewels.ts'
import { burst } from '../../drawings/pearl.ts'
import { goat, goatEyes, goatHorns, lightning, stormCloud } from '../../drawings/storm.ts'
import type { MachineArt } from '../../machine.ts'
import { wordPlate } from '../../symbols.ts'
import { freeSpins } from '../../words.ts'
import { summitOfStormsScenes, summitOfStormsTile } from './scenes.ts'
import { title } from './title.ts'

/** Summit of Storms: what a climber carries and finds, a goat and the storm itself. No letters, no wild. */
export const art: MachineArt = {
  title,
  symbols: {
    storm: {
      back: [{ kind: 'painted', svg: burst(256, 236, '#ffe07a') }],
      limb: { piece: stormCloud, pivot: [0.5, 0.4] },
      hero: lightning,
      glow: 'ffe07a',
      eyes: [[270, 250, 60]],
      eyeLight: 'fff6c8',
      word: { words: freeSpins, plate: (word) => wordPlate('ruby', word, 454, 40), size: 60, y: 475 },
    },
    goat: {
      limb: { piece: goatHorns, pivot: [0.5, 0.36] },
      hero: goat,
      eyes: goatEyes,
      eyeLight: '8fd8ff',
      glow: 'cfe4ff',
    },
    axe: { limb: { piece: axeRope, pivot: [0.38, 0.74] }, hero: iceAxe, glow: 'dfe8f5' },
    horn: { limb: { piece: hornCord, pivot: [0.5, 0.56] }, hero: callingHorn, glow: 'ffe9b0' },
    lantern: {
      limb: { piece: lanternBail, pivot: [0.5, 0.4] },
      hero: stormLantern,
      glow: 'ffc45a',
      eyes: [[256, 262, 56]],
      eyeLight: 'ffe48a',
    },
    crystal: { hero: iceCrystals, glow: 'a8e6ff', eyes: [[240, 130, 34]], eyeLight: 'ffffff' },
    sapphire: { hero: hexSapphire, glow: '7fa8ff', eyes: [[204, 196, 36]], eyeLight: 'dfeaff' },
    emerald: { hero: kiteEmerald, glow: '6fe8ac', eyes: [[220, 200, 34]], eyeLight: 'dcfff0' },
    amber: { hero: amberDrop, glow: 'ffc86a', eyes: [[186, 290, 40]], eyeLight: 'fff0b8' },
    garnet: { hero: shieldGarnet, glow: 'ff6a84', eyes: [[216, 186, 36]], eyeLight: 'ffd3d8' },
  },
  tile: summitOfStormsTile,
  scene: summitOfStormsScenes,
  frame: { body: 'night', corner: facetted(256, 256, 166, 'azure', { sides: 4, turn: 0, setting: 'silver' }) },
  crest: [...stormCloud, ...lightning],
}
