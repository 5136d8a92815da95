import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  light: '190, 240, 130',
  featureLight: '255, 190, 90',
  lacquer: { outer: '#1f3a1c', inner: '#081208', featureOuter: '#6a300c' },
  inlay: ['#d7f2b0', '#8fe8b8', '#fff2b8', '#7fe6b0', '#f0ffe0'],
  ground: { edge: '#07120a', middle: '#122614' },
  backdrop:
    'radial-gradient(70% 60% at 50% 30%, #3f8a4e, transparent 75%), radial-gradient(60% 70% at 100% 0, #1a4a28, transparent 70%), radial-gradient(60% 70% at 0 0, #1a4a28, transparent 70%)',
  featureBackdrop:
    'radial-gradient(60% 50% at 50% 34%, #ffc45a66, transparent 70%), linear-gradient(180deg, #3a1404b8, #a04a1a70 45%, #1c0a04d0)',
  lettering: {
    face: ['#fbffee', '#e2ffb8', '#8fd86a', '#2a7a3a', '#d2f8a0'],
    outline: '#08240e',
    depth: '#0e4a20',
  },
  particle: { form: 'leaf', colours: ['#d2f8a0', '#7fd86a', '#ffe07a'] },
  sound: { root: 246.94, timbre: 'pluck' },
  tempers: {
    turtle: 'leap',
    gate: 'swell',
    shell: 'turn',
    crane: 'leap',
    gourd: 'sway',
    teapot: 'sway',
    bamboo: 'sway',
  },
  anticipation: { path: 'swirl', form: 'leaf', colours: ['#d8f0a8', '#8fd07a', '#e8d27a'], size: 1.2 },
  life: {
    grains: [
      {
        form: 'leaf',
        colours: ['#a8e08a', '#6fbf6a', '#e8d27a'],
        count: 12,
        size: 2.6,
        ms: 11_000,
        across: 7,
        down: 108,
        turn: 620,
      },
    ],
    lights: [
      {
        colour: '214, 255, 220',
        size: 14,
        ms: 2600,
        wide: [
          [6, 88],
          [94, 88],
          [10, 91],
          [89, 91],
        ],
        tall: [
          [30, 74],
          [64, 74],
          [46, 77],
          [80, 76],
        ],
      },
    ],
  },
}
