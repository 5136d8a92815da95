import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  light: '255, 196, 110',
  featureLight: '110, 160, 255',
  lacquer: { outer: '#4a2a12', inner: '#150a05', featureOuter: '#0e2060' },
  inlay: ['#3f7bf0', '#27b3b2', '#f86d2e', '#ffe2a0', '#27b3b2'],
  ground: { edge: '#100a06', middle: '#2a1a0e' },
  backdrop:
    'radial-gradient(70% 60% at 50% 32%, #b0582a, transparent 75%), radial-gradient(60% 70% at 100% 0, #5a2a12, transparent 70%), radial-gradient(60% 70% at 0 0, #5a2a12, transparent 70%)',
  featureBackdrop:
    'radial-gradient(60% 50% at 50% 32%, #3f7ad866, transparent 70%), linear-gradient(180deg, #060c2cb8, #0e206070 45%, #040818d0)',
  lettering: {
    face: ['#fffbe9', '#ffe9a6', '#f1bf4c', '#b97a1d', '#8fe8e0'],
    outline: '#2a1404',
    depth: '#0e2a6a',
  },
  particle: { form: 'coin', colours: ['#fff0b8', '#f6c855', '#27b3b2', '#3f7bf0'] },
  sound: { root: 233.08, timbre: 'pluck' },
  tempers: { book: 'swell', horus: 'leap', pharaoh: 'swell', scarab: 'leap', ankh: 'turn' },
  anticipation: { path: 'swirl', form: 'ankh', colours: ['#ffc94a', '#1fc4bd', '#f1a93c', '#a8641a'], size: 1.6 },
  life: {
    grains: [
      {
        form: 'spark',
        colours: ['#ffe0a0', '#e8b56a'],
        count: 16,
        size: 1.9,
        ms: 9000,
        across: 24,
        down: -14,
        from: [20, 96],
        columns: [
          [-6, 6],
          [80, 96],
        ],
      },
    ],
    lights: [
      {
        colour: '255, 196, 110',
        size: 34,
        ms: 2100,
        wide: [
          [5.5, 74],
          [94.5, 74],
        ],
        tall: [
          [20, 22],
          [80, 22],
        ],
      },
    ],
  },
}
