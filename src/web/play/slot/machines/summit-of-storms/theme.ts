import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  light: '150, 190, 240',
  featureLight: '200, 160, 255',
  lacquer: { outer: '#1c2a48', inner: '#060912', featureOuter: '#34206a' },
  edge: ['#ffffff', '#c9d1de', '#5f6a80', '#98a3b8', '#2b3344'],
  inlay: ['#86d3ff', '#ffe48a', '#dfe8ff', '#8db4ff', '#e6faff'],
  ground: { edge: '#060a16', middle: '#121c36' },
  backdrop:
    'radial-gradient(70% 60% at 50% 30%, #4a70a8, transparent 75%), radial-gradient(60% 70% at 100% 0, #10182e, transparent 70%), radial-gradient(60% 70% at 0 0, #10182e, transparent 70%)',
  featureBackdrop:
    'radial-gradient(60% 50% at 50% 30%, #c9a0ff66, transparent 70%), linear-gradient(180deg, #140a34b8, #4c2a9070 45%, #080618d0)',
  lettering: {
    face: ['#ffffff', '#fff6c8', '#ffd75e', '#3f7bf0', '#dfe8ff'],
    outline: '#06102e',
    depth: '#12286a',
  },
  particle: { form: 'bolt', colours: ['#ffffff', '#ffe48a', '#86d3ff'], size: 2.8 },
  sound: { root: 146.83, timbre: 'drum' },
  outlines: { goat: 'roundel', axe: 'roundel', horn: 'roundel', lantern: 'roundel' },
  tempers: {
    storm: 'swell',
    goat: 'leap',
    axe: 'sway',
    horn: 'sway',
    lantern: 'sway',
    crystal: 'swell',
    sapphire: 'turn',
    emerald: 'turn',
    amber: 'sway',
    garnet: 'turn',
  },
  anticipation: { path: 'bolt', form: 'star', colours: ['#ffffff'] },
  life: {
    grains: [
      {
        form: 'streak',
        colours: ['#cfe2ff', '#9fc4ff'],
        count: 16,
        size: 9,
        ms: 1500,
        across: -3,
        down: 120,
        turn: 0,
        alpha: 0.7,
        from: [-24, -10],
        columns: [
          [0, 20],
          [82, 102],
        ],
      },
    ],
    lights: [
      {
        form: 'bolt',
        colour: '255, 236, 150',
        size: 9,
        ms: 8000,
        wide: [
          [9, 38],
          [90, 34],
        ],
        tall: [
          [12, 16],
          [88, 17],
        ],
      },
      {
        colour: '255, 190, 96',
        size: 26,
        ms: 1900,
        wide: [[89.8, 74]],
        tall: [[85, 90]],
      },
    ],
  },
}
