import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  light: '255, 110, 120',
  featureLight: '120, 170, 255',
  lacquer: { outer: '#3a0a14', inner: '#0c0306', featureOuter: '#0e1c48' },
  inlay: ['#ff8fa0', '#f6dca0', '#ff5a70', '#fff3c8', '#d9a94f'],
  ground: { edge: '#0c0507', middle: '#24090f' },
  backdrop:
    'radial-gradient(70% 60% at 50% 38%, #8e1024, transparent 75%), radial-gradient(60% 70% at 100% 0, #4c0a18, transparent 70%), radial-gradient(60% 70% at 0 0, #4c0a18, transparent 70%)',
  featureBackdrop:
    'radial-gradient(60% 50% at 50% 40%, #2f62c466, transparent 70%), linear-gradient(180deg, #060e2cb8, #0c1f5870 45%, #03060fd0)',
  lettering: {
    face: ['#fffbe9', '#ffd3d8', '#ff6f83', '#a80f2e', '#ffb0bb'],
    outline: '#2a0208',
    depth: '#5e0719',
  },
  particle: { form: 'shard', colours: ['#ff6f83', '#fff2c6', '#dd2b4c', '#f1bf4c'] },
  sound: { root: 329.63, timbre: 'glass' },
  tempers: {
    ruby: 'swell',
    wheel: 'swell',
    seven: 'leap',
    bell: 'sway',
    star: 'turn',
    bar: 'swell',
    cherry: 'sway',
    plum: 'swell',
    lemon: 'swell',
  },
  anticipation: { path: 'run', form: 'bulb', colours: ['#fff3c4', '#ff8a9a'], size: 0.42 },
  life: {
    grains: [
      { form: 'spark', colours: ['#ffe9a6', '#ff9fb0'], count: 8, size: 2.2, ms: 10_000, across: 2, down: -100 },
    ],
    lights: [
      {
        colour: '255, 214, 130',
        size: 22,
        ms: 1500,
        wide: [
          [20.3, 19],
          [79.7, 19],
        ],
        tall: [
          [20, 12],
          [80, 12],
        ],
      },
      {
        colour: '255, 236, 190',
        size: 5,
        ms: 900,
        wide: [
          [2, 96],
          [6, 95],
          [10, 95],
          [14, 95],
          [86, 95],
          [90, 95],
          [94, 95],
          [98, 96],
        ],
        tall: [
          [16, 75],
          [26, 75],
          [36, 75],
          [46, 75],
          [56, 75],
          [66, 75],
          [76, 75],
          [86, 75],
        ],
      },
    ],
  },
}
