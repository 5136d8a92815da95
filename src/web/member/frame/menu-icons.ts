import { paths } from '#web/shared/icons.tsx'
import type { MenuEntry } from './menu.ts'

/** The icons of the side panel's entries; those that nothing else shows are loaded with the panel. */
export const menuIcons = {
  home: paths.home,
  slot: 'M4 5h16v14H4zM9.3 5v14M14.7 5v14M4 12h16',
  casino:
    'M12 3C9 7.5 4.5 9.5 4.5 13.5a3.7 3.7 0 0 0 6.5 2.3L9.5 20h5L13 15.8a3.7 3.7 0 0 0 6.5-2.3C19.5 9.5 15 7.5 12 3z',
  sport: 'M5 21V4M5 5h14l-3 4 3 4H5',
  deposit: paths.deposit,
  withdraw: 'M12 15V4M8 8l4-4 4 4M4 15v5h16v-5',
  comp: paths.comp,
  user: paths.user,
  help: paths.help,
  notice: 'M4 10v4h3l7 4V6l-7 4zM17 9.5a4 4 0 0 1 0 5',
  note: paths.note,
} as const satisfies Record<MenuEntry['name'] | 'home', string>
