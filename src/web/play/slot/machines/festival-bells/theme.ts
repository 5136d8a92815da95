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
}
