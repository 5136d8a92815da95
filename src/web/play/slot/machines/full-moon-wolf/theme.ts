import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  light: '150, 190, 255',
  featureLight: '255, 106, 90',
  lacquer: { outer: '#16233f', inner: '#060a14', featureOuter: '#4a0d1e' },
  edge: ['#ffffff', '#c9d1de', '#5f6a80', '#98a3b8', '#2b3344'],
  inlay: ['#dfe8ff', '#9fc4ff', '#b6f0e6', '#cfd8ea', '#8fa8e0'],
  ground: { edge: '#060a16', middle: '#131c34' },
  backdrop:
    'radial-gradient(70% 60% at 72% 26%, #2a4a8a, transparent 75%), radial-gradient(60% 70% at 100% 0, #142450, transparent 70%), radial-gradient(60% 70% at 0 0, #0a3a4a, transparent 70%)',
  featureBackdrop:
    'radial-gradient(60% 50% at 72% 30%, #ff6a4a66, transparent 70%), linear-gradient(180deg, #2c0610b8, #4a0d1e70 45%, #0c0308d0)',
  lettering: {
    face: ['#ffffff', '#eef4ff', '#a9c4f2', '#4a6ab0', '#dfe8ff'],
    outline: '#0a1430',
    depth: '#1a2f6a',
  },
  particle: { form: 'shard', colours: ['#ffffff', '#b8d4ff', '#7fe0d8'] },
  sound: { root: 164.81, timbre: 'drum' },
  tempers: { wolf: 'leap', moon: 'swell', owl: 'leap', bear: 'leap', stag: 'leap', raven: 'leap' },
  outlines: { wolf: 'stone', moon: 'roundel', owl: 'stone', bear: 'stone', stag: 'stone', raven: 'stone' },
  anticipation: { path: 'swirl', form: 'star', colours: ['#ffffff', '#b8d4ff', '#7fe0d8'], size: 0.9 },
  life: {
    grains: [
      { form: 'spark', colours: ['#eef4ff', '#b8d4ff'], count: 14, size: 1.9, ms: 12_000, across: -5, down: 108 },
      {
        form: 'cloud',
        colours: ['#7fe0d838', '#8fb4ff33'],
        count: 4,
        size: 14,
        ms: 36_000,
        across: 120,
        down: -4,
        alpha: 1,
        from: [6, 30],
        columns: [[-36, -30]],
      },
    ],
    lights: [{ colour: '220, 232, 255', size: 58, ms: 4200, wide: [[94, 16]], tall: [[69, 15]] }],
  },
}
