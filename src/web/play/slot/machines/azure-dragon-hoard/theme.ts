import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  light: '120, 180, 255',
  featureLight: '255, 196, 90',
  lacquer: { outer: '#14233f', inner: '#060a14', featureOuter: '#5a3a0c' },
  inlay: ['#9fd0ff', '#ffe2a0', '#d9e8ff', '#77b4e6', '#f4d9a8'],
  ground: { edge: '#060a14', middle: '#121c33' },
  backdrop:
    'radial-gradient(70% 60% at 50% 34%, #12407a, transparent 75%), radial-gradient(60% 70% at 100% 0, #1a2a6a, transparent 70%), radial-gradient(60% 70% at 0 0, #0a3a4a, transparent 70%)',
  featureBackdrop:
    'radial-gradient(60% 50% at 50% 40%, #f0b04a70, transparent 70%), linear-gradient(180deg, #2c1804b8, #5a360a70 45%, #0a0804d0)',
  particle: { form: 'coin', colours: ['#fff0b8', '#f6c855', '#c98a22'] },
  tempers: { coin: 'turn', pearl: 'swell', scroll: 'swell', gong: 'sway', lantern: 'sway' },
  sound: { root: 220, timbre: 'drum' },
  anticipation: { path: 'rise', form: 'flame', colours: ['#d6ecff', '#6ab4ff', '#2f6fe0'], size: 1.5 },
  life: {
    grains: [
      {
        form: 'cloud',
        colours: ['#9cc4f04d', '#c9dcff40'],
        count: 5,
        size: 12,
        ms: 40_000,
        across: 130,
        down: 0,
        alpha: 1,
        from: [12, 60],
        columns: [[-34, -30]],
      },
      { form: 'spark', colours: ['#fff0b8', '#9fd0ff'], count: 6, size: 2.2, ms: 8000, across: 1, down: -80 },
    ],
    lights: [
      {
        colour: '255, 226, 150',
        size: 9,
        ms: 1800,
        wide: [
          [6.5, 34],
          [93.5, 24],
          [7.4, 80],
          [92, 80],
        ],
        tall: [
          [21, 20],
          [79, 28],
          [28, 89],
          [77, 87],
        ],
      },
    ],
  },
}
