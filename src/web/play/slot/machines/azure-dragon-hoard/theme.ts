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
}
