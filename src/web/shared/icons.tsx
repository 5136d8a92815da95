import type { ReactNode } from 'react'

/** Line icons on a 24×24 grid in the colour of the text, hidden from screen readers. */

export const paths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.2 16.2L20 20',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5',
  game: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  deposit: 'M12 4v10M8 10l4 4 4-4M4 15v5h16v-5',
  comp: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8.5l3 3.5-3 3.5-3-3.5z',
  note: 'M4 6h16v12H4zM4 7l8 6 8-6',
  help: 'M5 5h14v11h-7l-4 4v-4H5zM9 9h6M9 12h4',
  logout: 'M14 4h5v16h-5M4 12h10M10 8l4 4-4 4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5l11 7-11 7z',
  left: 'M14.5 5L8 12l6.5 7',
  right: 'M9.5 5L16 12l-6.5 7',
  down: 'M6 9.5l6 6 6-6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c1-4 4-6 7.5-6s6.5 2 7.5 6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7.5v.5',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  backspace: 'M9 6h11v12H9l-6-6zM12 10l4 4M16 10l-4 4',
} as const
export type IconName = keyof typeof paths

export function Icon({ name, size = 20 }: { name: IconName; size?: number }): ReactNode {
  return <LineIcon path={paths[name]} size={size} />
}

/** One icon from its path. The game window has its own set of paths, which the site does not load. */
export function LineIcon({ path, size }: { path: string; size: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
