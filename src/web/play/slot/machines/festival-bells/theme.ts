import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  light: '255, 150, 120',
  featureLight: '255, 200, 90',
  lacquer: { outer: '#4a1230', inner: '#12060e', featureOuter: '#5a2208' },
  inlay: ['#e8283c', '#f6b93a', '#2f6fe0', '#22a86a', '#fff0c4'],
  ground: { edge: '#0e0812', middle: '#261424' },
  backdrop:
    'radial-gradient(70% 60% at 50% 70%, #a8385a, transparent 75%), radial-gradient(60% 70% at 100% 0, #2a1a5a, transparent 70%), radial-gradient(60% 70% at 0 0, #3a1450, transparent 70%)',
  featureBackdrop:
    'radial-gradient(60% 50% at 50% 50%, #ffb04a66, transparent 70%), linear-gradient(180deg, #3a1006b8, #8a2a1a70 45%, #140606d0)',
  lettering: {
    face: ['#fffbe9', '#ffe9a6', '#ffb93a', '#d23a3a', '#ffd98a'],
    outline: '#3a0a14',
    depth: '#7a1a2a',
  },
  particle: { form: 'petal', colours: ['#ff6a7a', '#ffd75e', '#7ab0ff', '#8ff0b8'] },
  sound: { root: 349.23, timbre: 'bell' },
  tempers: { bell: 'sway', drum: 'swell', lantern: 'sway', fan: 'sway', kite: 'leap', mask: 'leap' },
  anticipation: { path: 'rise', form: 'star', colours: ['#ff8a9a', '#ffe08a', '#9cc4ff', '#a8f0c4'] },
  life: {
    grains: [
      { form: 'streak', colours: ['#ffe08a', '#ff8a9a'], count: 5, size: 9, ms: 4200, across: 1, down: -90, turn: 0 },
      {
        form: 'petal',
        colours: ['#ff6a7a', '#ffd75e', '#7ab0ff', '#8ff0b8'],
        count: 8,
        size: 1.7,
        ms: 11_000,
        across: 4,
        down: 108,
        turn: 720,
      },
    ],
    lights: [
      {
        colour: '255, 180, 90',
        size: 26,
        ms: 2200,
        wide: [
          [6.1, 31],
          [93.9, 31],
        ],
        tall: [
          [13.3, 29],
          [86.7, 29],
        ],
      },
      {
        colour: '255, 214, 140',
        size: 14,
        ms: 1500,
        wide: [
          [4, 12],
          [96, 12],
          [11, 6],
          [89, 6],
        ],
        tall: [
          [25, 14],
          [75, 12],
          [40, 19],
          [60, 19],
        ],
      },
    ],
  },
}
