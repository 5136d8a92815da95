import type { Theme } from '../../theme.ts'

export const theme: Partial<Theme> = {
  anticipation: { path: 'fall', form: 'claw', colours: ['#fff6d0', '#ffb640', '#e2691c'], size: 1.5 },
  tempers: { coin: 'turn', fan: 'sway', turtle: 'sway' },
  life: {
    grains: [{ form: 'spark', colours: ['#ffd98a', '#ff9a4a'], count: 10, size: 2.4, ms: 9000, across: 3, down: -95 }],
    lights: [
      {
        colour: '255, 170, 80',
        size: 30,
        ms: 2400,
        wide: [
          [6.9, 20],
          [17, 10.5],
          [93.1, 20],
          [83, 10.5],
        ],
        tall: [
          [13.3, 10],
          [86.7, 10],
          [50, 26],
          [70, 86],
        ],
      },
    ],
  },
}
