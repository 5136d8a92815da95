import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  light: '190, 140, 255',
  featureLight: '255, 170, 110',
  lacquer: { outer: '#2a1650', inner: '#0a0616', featureOuter: '#6a1e40' },
  inlay: ['#c79aff', '#ff7a90', '#ffd770', '#78e8b4', '#e6faff'],
  ground: { edge: '#080512', middle: '#1a1032' },
  backdrop:
    'radial-gradient(70% 60% at 50% 44%, #6a3ac0, transparent 75%), radial-gradient(60% 70% at 100% 0, #1c0e3a, transparent 70%), radial-gradient(60% 70% at 0 0, #1c0e3a, transparent 70%)',
  featureBackdrop:
    'radial-gradient(60% 50% at 50% 44%, #ffb46a66, transparent 70%), linear-gradient(180deg, #2a0a20b8, #8a2a5a70 45%, #120610d0)',
  lettering: {
    face: ['#ffffff', '#f1e4ff', '#c79aff', '#6423b8', '#e0c8ff'],
    outline: '#14052e',
    depth: '#371272',
  },
  particle: { form: 'shard', colours: ['#f2e4ff', '#a86bff', '#ff9dc0', '#ffd770'], size: 2.6 },
  sound: { root: 207.65, timbre: 'glass' },
  tempers: {
    lamp: 'sway',
    bat: 'leap',
    geode: 'turn',
    amethyst: 'swell',
    ruby: 'turn',
    topaz: 'turn',
    emerald: 'swell',
    opal: 'swell',
    quartz: 'swell',
    agate: 'turn',
    flint: 'sway',
  },
  anticipation: { path: 'rise', form: 'shard', colours: ['#ffffff', '#d9b4ff', '#ff9dc0'], size: 1.7 },
  life: {
    grains: [
      {
        form: 'shard',
        colours: ['#e0c8ff', '#a86bff', '#ff9dc0'],
        count: 8,
        size: 2.8,
        ms: 12_000,
        across: 2,
        down: -95,
        turn: 300,
      },
    ],
    lights: [
      {
        colour: '255, 190, 96',
        size: 22,
        ms: 1700,
        wide: [
          [9.6, 24],
          [90.4, 24],
        ],
        tall: [
          [12.2, 24],
          [87.8, 24],
        ],
      },
      {
        colour: '200, 150, 255',
        size: 10,
        ms: 2600,
        wide: [
          [6, 74],
          [93, 78],
        ],
        tall: [
          [40, 20],
          [60, 20],
        ],
      },
    ],
  },
}
