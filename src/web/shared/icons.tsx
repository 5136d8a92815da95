import type { ReactNode } from 'react'
import { framePaths, LineIcon } from './frame-icons.tsx'

/** Line icons on a 24×24 grid in the colour of the text, hidden from screen readers. */

export const paths = {
  ...framePaths,
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.2 16.2L20 20',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5l11 7-11 7z',
  left: 'M14.5 5L8 12l6.5 7',
  right: 'M9.5 5L16 12l-6.5 7',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7.5v.5',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  backspace: 'M9 6h11v12H9l-6-6zM12 10l4 4M16 10l-4 4',
} as const
export type IconName = keyof typeof paths

export function Icon({ name, size = 20 }: { name: IconName; size?: number }): ReactNode {
  return <LineIcon path={paths[name]} size={size} />
}
