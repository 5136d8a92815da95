import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  light: '150, 210, 255',
  featureLight: '255, 180, 110',
  lacquer: { outer: '#3f2c1c', inner: '#140d08', featureOuter: '#5a2a4a' },
  inlay: ['#a9dcff', '#fff0c0', '#8fd0ff', '#ffd9a0', '#d9f0ff'],
  ground: { edge: '#0a1420', middle: '#16283c' },
  backdrop:
    'radial-gradient(70% 60% at 64% 26%, #2b7fd0, transparent 75%), radial-gradient(60% 70% at 100% 0, #24508a, transparent 70%), radial-gradient(60% 70% at 0 0, #1a3a6a, transparent 70%)',
  featureBackdrop:
    'radial-gradient(60% 50% at 60% 50%, #ffc07a66, transparent 70%), linear-gradient(180deg, #2a1430b8, #7a3a7870 45%, #140814d0)',
  lettering: {
    face: ['#ffffff', '#e6f4ff', '#86d3ff', '#0c66b4', '#d3ecff'],
    outline: '#062048',
    depth: '#0a3a78',
  },
  particle: { form: 'feather', colours: ['#ffffff', '#ffe2b0', '#c98d4e'], size: 2.2 },
  sound: { root: 293.66, timbre: 'pluck' },
  tempers: { eagle: 'leap', nest: 'swell', ibex: 'leap', lynx: 'leap', marmot: 'leap', edelweiss: 'sway' },
  outlines: { ibex: 'roundel', lynx: 'roundel', marmot: 'roundel', edelweiss: 'roundel' },
  anticipation: { path: 'swirl', form: 'feather', colours: ['#ffffff', '#ffe2b0', '#c98d4e'], size: 2.2 },
  life: {
    grains: [
      {
        form: 'cloud',
        colours: ['#ffffff66', '#eaf6ff59'],
        count: 6,
        size: 10,
        ms: 42_000,
        across: 132,
        down: -2,
        alpha: 1,
        from: [8, 40],
        columns: [[-34, -30]],
      },
      {
        form: 'feather',
        colours: ['#ffffff', '#e8c49a'],
        count: 5,
        size: 3.6,
        ms: 13_000,
        across: 8,
        down: 108,
        turn: 400,
      },
    ],
    lights: [],
  },
}
