import { craneBody, craneWings } from '../../drawings/crane.ts'
import { bamboo, bambooLeaves, gourd, gourdCord, steam, teapot } from '../../drawings/garden.ts'
import { facetted } from '../../drawings/jewels.ts'
import { burst } from '../../drawings/pearl.ts'
import { gate, gateBack, mysteryShell, mysterySign, sage, sageBeard, sageEyes, sageShell } from '../../drawings/sage.ts'
import type { MachineArt } from '../../machine.ts'
import { enamelled, letter, queen, wordPlate } from '../../symbols.ts'
import { freeSpins, wild } from '../../words.ts'
import { sageTurtleScenes, sageTurtleTile } from './scenes.ts'
import { title } from './title.ts'

/** Sage Turtle: an old turtle and what stands in his garden; a pond in a grove of bamboo. */
export const art: MachineArt = {
  title,
  symbols: {
    turtle: {
      back: sageShell,
      limb: { piece: sageBeard, pivot: [0.5, 0.62] },
      hero: sage,
      eyes: sageEyes,
      glow: '7af0bc',
      word: { words: wild, plate: (word) => wordPlate('ruby', word, 456, 36), size: 62, y: 477 },
    },
    gate: {
      back: [{ kind: 'painted', svg: burst(256, 250, '#ffe07a') }, ...gateBack],
      hero: gate,
      eyes: [[256, 330, 60]],
      eyeLight: 'ffe9a6',
      glow: 'ffe07a',
      word: { words: freeSpins, plate: (word) => wordPlate('sapphire', word, 456, 36), size: 58, y: 476 },
    },
    shell: { hero: [...mysteryShell, ...mysterySign], glow: '8affc8' },
    crane: {
      limb: { piece: craneWings, pivot: [0.5, 0.66] },
      hero: craneBody,
      eyes: [[246, 106, 9]],
      glow: 'dff4ff',
    },
    gourd: { limb: { piece: gourdCord, pivot: [0.5, 0.54] }, hero: gourd, glow: 'ffb86a' },
    teapot: { limb: { piece: steam, pivot: [0.5, 0.22] }, hero: teapot, glow: '7fe6e0' },
    bamboo: { limb: { piece: bamboo, pivot: [0.5, 0.96] }, hero: bambooLeaves, glow: 'a6e282' },
    ace: { hero: letter('A', 'coral', { size: 500, y: 424 }), glow: 'ffb17c' },
    king: { hero: letter('K', 'sapphire', { size: 480, y: 424, x: 262 }), glow: '8ab4ff' },
    queen: { hero: [enamelled(queen, 'rose')], glow: 'ffabc9' },
    jack: { hero: letter('J', 'amethyst', { size: 460, y: 394, x: 262 }), glow: 'cfa6ff' },
  },
  tile: sageTurtleTile,
  scene: sageTurtleScenes,
  frame: { body: 'pine', corner: facetted(256, 256, 166, 'jade', { sides: 6, turn: 0 }) },
  crest: [...sageShell, ...sageBeard, ...sage],
}
