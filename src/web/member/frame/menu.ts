import { useSearch } from '#web/member/address.ts'
import { usePath } from '#web/member/navigation.tsx'
import { usePage } from '#web/member/page-data.ts'
import { useSession } from '#web/member/session/session.ts'

/** The menu of the header and of the side panel (spec §2). */

const gameKinds = ['slot', 'casino', 'sport'] as const
const pages = ['deposit', 'withdraw', 'comp', 'user', 'help', 'notice', 'note'] as const
/** Behind the sign-in, and nothing that a guest would look for. */
const ownPages: readonly string[] = ['user', 'note']

export type MenuEntry = {
  readonly name: (typeof gameKinds)[number] | (typeof pages)[number]
  readonly to: string
  /** The page on screen, or the one that it belongs to. */
  readonly isCurrent: boolean
}

/** The path of the menu entry that the page on screen belongs to: all tabs of my page are under one. */
export function useMenuPath(): string {
  return usePath().replace(/^\/(user\/.*|limits|shared)$/, '/user')
}

/** The kinds of games, sport where the brand offers a game of it, then the pages. */
export function useMenu(): MenuEntry[] {
  const path = useMenuPath()
  const type = new URLSearchParams(useSearch()).get('type')
  const { sport } = usePage().site
  const isGuest = useSession().kind === 'guest'
  const shownKind = path === '/game' ? (gameKinds.find((kind) => kind === type) ?? 'slot') : null
  return [
    ...gameKinds
      .filter((kind) => kind !== 'sport' || sport.some(({ used }) => used === 'y'))
      .map((name) => ({ name, to: `/game?type=${name}`, isCurrent: name === shownKind })),
    ...pages
      .filter((name) => !isGuest || !ownPages.includes(name))
      .map((name) => ({ name, to: `/${name}`, isCurrent: path === `/${name}` })),
  ]
}
