import type { ReactNode } from 'react'

/** The line icons of the frame, which every first visit waits for; `icons.tsx` has them and the others. */

export const framePaths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5',
  game: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  deposit: 'M12 4v10M8 10l4 4 4-4M4 15v5h16v-5',
  comp: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8.5l3 3.5-3 3.5-3-3.5z',
  note: 'M4 6h16v12H4zM4 7l8 6 8-6',
  help: 'M5 5h14v11h-7l-4 4v-4H5zM9 9h6M9 12h4',
  logout: 'M14 4h5v16h-5M4 12h10M10 8l4 4-4 4',
  down: 'M6 9.5l6 6 6-6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c1-4 4-6 7.5-6s6.5 2 7.5 6',
} as const

export function FrameIcon({ name, size }: { name: keyof typeof framePaths; size: number }): ReactNode {
  return <LineIcon path={framePaths[name]} size={size} />
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
