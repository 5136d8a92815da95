import { LineIcon } from '#web/shared/frame-icons.tsx'
import type { ReactNode } from 'react'

/** Line icons of the game window on a 24×24 grid, hidden from screen readers. */
const paths = {
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7.4v.4',
  history: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5M12 8v4.5l3 2',
  fairness: 'M12 3l7.5 3v5.5c0 4.6-3 8-7.5 9.5-4.5-1.5-7.5-4.9-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5',
  sound: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  muted: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  fullScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  leaveFullScreen: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  close: 'M6 6l12 12M18 6L6 18',
  spin: 'M19.5 9.5A8 8 0 0 0 5.300 7.300M4.5 14.5a8 8 0 0 0 14.200 2.200M5 3v4.5h4.5M19 21v-4.5h-4.5',
  skip: 'M6 6l6 6-6 6M13 6l6 6-6 6',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
} as const
export type WindowIconName = keyof typeof paths

export function WindowIcon({ name, size = 22 }: { name: WindowIconName; size?: number }): ReactNode {
  return <LineIcon path={paths[name]} size={size} />
}
