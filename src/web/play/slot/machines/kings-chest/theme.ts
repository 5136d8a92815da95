import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  light: '255, 190, 96',
  featureLight: '186, 122, 255',
  lacquer: { outer: '#3a2416', inner: '#120a06', featureOuter: '#34115e' },
  inlay: ['#ff8fa0', '#8db4ff', '#ffe2a0', '#8fe8b8', '#cfa6ff'],
  ground: { edge: '#0f0a08', middle: '#241813' },
  backdrop:
    'radial-gradient(70% 60% at 50% 36%, #5a3412, transparent 75%), radial-gradient(60% 70% at 100% 0, #4a1230, transparent 70%), radial-gradient(60% 70% at 0 0, #3a2412, transparent 70%)',
  featureBackdrop:
    'radial-gradient(60% 50% at 50% 40%, #a45ae866, transparent 70%), linear-gradient(180deg, #1a0a34b8, #34115e70 45%, #0a0616d0)',
  particle: { form: 'coin', colours: ['#fff0b8', '#f6c855', '#ff8fa0', '#8db4ff'] },
  sound: { root: 196, timbre: 'bell' },
  tempers: {
    monarch: 'leap',
    crown: 'turn',
    chest: 'swell',
    sceptre: 'sway',
    chalice: 'sway',
    ring: 'turn',
    key: 'turn',
  },
  anticipation: { path: 'fall', form: 'coin', colours: ['#fff0b8', '#f6c855'] },
  life: {
    grains: [
      {
        form: 'spark',
        colours: ['#ffd98a', '#ff8a4a'],
        count: 10,
        size: 1.9,
        ms: 3400,
        across: 1,
        down: -20,
        from: [34, 38],
        columns: [
          [4, 6.4],
          [93.6, 96],
        ],
      },
    ],
    lights: [
      {
        colour: '255, 160, 70',
        size: 32,
        ms: 1100,
        wide: [
          [5.2, 37],
          [94.8, 37],
        ],
        tall: [
          [14, 24],
          [86, 24],
        ],
      },
      {
        colour: '255, 236, 170',
        size: 7,
        ms: 1600,
        wide: [
          [5, 76],
          [94.5, 76],
          [9, 80],
          [89.5, 82],
        ],
        tall: [
          [30, 76],
          [50, 78],
          [66, 76],
          [82, 78],
        ],
      },
    ],
  },
}
