import { roundel } from '../../drawings/alpine.ts'
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
import { burst, halo } from '../../drawings/pearl.ts'
import { goat, goatEyes, goatHorns, lightning, stormCloud } from '../../drawings/storm.ts'
import { moved } from '../../drawings/moved.ts'
import type { MachineArt } from '../../machine.ts'
import type { SymbolArt } from '../../symbol-layers.ts'
import { dimmed, scaled, wordPlate } from '../../symbols.ts'
import { freeSpins } from '../../words.ts'
import { summitOfStormsScenes, summitOfStormsTile } from './scenes.ts'
import { title } from './title.ts'

/** A stone in the light and the size of its value: what a climber carries stands before it. */
function stone(art: SymbolArt, scale: number, dim: number): SymbolArt {
  return scaled({ ...art, hero: dimmed(art.hero, dim) }, scale)
}

/** Summit of Storms: what a climber carries and finds, a goat and the storm itself. No letters, no wild. */
export const art: MachineArt = {
  title,
  symbols: {
    storm: {
      back: [
        { kind: 'painted', svg: halo('#ffd24a') },
        { kind: 'painted', svg: burst(256, 256, '#fff6c8') },
      ],
      limb: { piece: moved(stormCloud, { scale: 0.84 }), pivot: [0.5, 0.416] },
      hero: lightning,
      glow: 'ffe07a',
      eyes: [[270, 250, 60]],
      eyeLight: 'fff6c8',
      word: { words: freeSpins, plate: (word) => wordPlate('ruby', word, 450, 44, 190), size: 74, y: 475, most: 372 },
    },
    goat: {
      back: roundel('plum', '#9a8cff'),
      limb: { piece: goatHorns, pivot: [0.5, 0.36] },
      hero: goat,
      eyes: goatEyes,
      eyeLight: '8fd8ff',
      glow: 'cfe4ff',
    },
    axe: {
      back: roundel('night', '#7fb4ff'),
      limb: { piece: axeRope, pivot: [0.38, 0.74] },
      hero: iceAxe,
      glow: 'dfe8f5',
    },
    horn: {
      back: roundel('wine', '#ff9a7a'),
      limb: { piece: hornCord, pivot: [0.5, 0.56] },
      hero: callingHorn,
      glow: 'ffe9b0',
    },
    lantern: {
      back: roundel('pine', '#7fe8c0'),
      limb: { piece: lanternBail, pivot: [0.5, 0.4] },
      hero: stormLantern,
      glow: 'ffc45a',
      eyes: [[256, 262, 56]],
      eyeLight: 'ffe48a',
    },
    crystal: { hero: iceCrystals, glow: 'a8e6ff', eyes: [[240, 130, 34]], eyeLight: 'ffffff' },
    sapphire: stone({ hero: hexSapphire, glow: '7fa8ff', eyes: [[204, 196, 36]], eyeLight: 'dfeaff' }, 1.02, 0.02),
    emerald: stone({ hero: kiteEmerald, glow: '6fe8ac', eyes: [[220, 200, 34]], eyeLight: 'dcfff0' }, 0.99, 0.05),
    amber: stone({ hero: amberDrop, glow: 'ffc86a', eyes: [[186, 290, 40]], eyeLight: 'fff0b8' }, 0.94, 0.12),
    garnet: stone({ hero: shieldGarnet, glow: 'ff6a84', eyes: [[216, 186, 36]], eyeLight: 'ffd3d8' }, 0.92, 0.14),
  },
  tile: summitOfStormsTile,
  scene: summitOfStormsScenes,
  frame: { body: 'night', corner: facetted(256, 256, 166, 'azure', { sides: 4, turn: 0, setting: 'silver' }) },
  crest: [...stormCloud, ...lightning],
}
