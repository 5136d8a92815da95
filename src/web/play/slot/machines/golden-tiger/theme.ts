import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  tempers: { coin: 'turn', fan: 'sway', turtle: 'sway' },
}
