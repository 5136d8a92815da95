import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  light: '120, 226, 190',
  featureLight: '255, 150, 190',
  lacquer: { outer: '#12302c', inner: '#06100f', featureOuter: '#4a1a3c' },
  inlay: ['#bdf3e0', '#f7c6dc', '#f4eedd', '#8fd8e6', '#d9f0c8'],
  ground: { edge: '#06100f', middle: '#10231f' },
  backdrop:
    'radial-gradient(70% 60% at 50% 30%, #14564a, transparent 75%), radial-gradient(60% 70% at 100% 0, #4a1a4c, transparent 70%), radial-gradient(60% 70% at 0 0, #0e3a5a, transparent 70%)',
  featureBackdrop:
    'radial-gradient(60% 50% at 50% 34%, #ff9ac466, transparent 70%), linear-gradient(180deg, #2a0a2cb8, #5a1a4a70 45%, #0a1014d0)',
  lettering: {
    face: ['#ffffff', '#ffe3f0', '#ff9fc6', '#c63f80', '#ffd0e4'],
    outline: '#3a0628',
    depth: '#7c1450',
  },
  particle: { form: 'petal', colours: ['#ffe3f0', '#ff9fc6', '#f2c45a'] },
  tempers: { fall: 'swell', pearl: 'swell', lotus: 'sway', koi: 'leap', crane: 'sway', lantern: 'sway', jade: 'swell' },
  sound: { root: 261.63, timbre: 'pluck' },
  anticipation: { path: 'fall', form: 'drop', colours: ['#f2fffb', '#a8ecdf', '#ff9fc6'] },
  life: {
    grains: [
      {
        form: 'streak',
        colours: ['#e6fffa', '#c8f4ea'],
        count: 18,
        size: 13,
        ms: 1700,
        across: 0,
        down: 52,
        alpha: 0.75,
        from: [14, 20],
        columns: [
          [7.5, 12],
          [88, 92.5],
        ],
      },
      {
        form: 'petal',
        colours: ['#ff9fc6', '#ffd0e4'],
        count: 6,
        size: 2.2,
        ms: 13_000,
        across: 6,
        down: 108,
        turn: 540,
      },
    ],
    lights: [],
  },
}
