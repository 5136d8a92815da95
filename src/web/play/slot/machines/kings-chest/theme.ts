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
}
