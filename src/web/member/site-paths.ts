export type SitePath = { readonly membersOnly: boolean }

/** The paths of the member site besides the home (spec §2); on `membersOnly` pages guests get msg2001 (spec §5). */
export const sitePaths: Readonly<Record<string, SitePath>> = {
  '/login': { membersOnly: false },
  '/register': { membersOnly: false },
  '/reset': { membersOnly: false },
  '/deposit': { membersOnly: true },
  '/withdraw': { membersOnly: true },
  '/comp': { membersOnly: true },
  '/help': { membersOnly: true },
  '/note': { membersOnly: true },
  '/notice': { membersOnly: true },
  '/user': { membersOnly: true },
  '/user/statement': { membersOnly: true },
  '/user/account': { membersOnly: true },
  '/user/security': { membersOnly: true },
  '/limits': { membersOnly: true },
  '/game': { membersOnly: false },
  '/fairness': { membersOnly: false },
  '/terms': { membersOnly: false },
  '/privacy': { membersOnly: false },
  '/responsible': { membersOnly: false },
  '/credits': { membersOnly: false },
  '/admin/error': { membersOnly: false },
}

/** The page of a game's public rounds, of whatever game: `/watch/<game>`. */
export const watchPage = '/watch'

/** The entry of a path, also of one that names a game; undefined for an unknown one. */
export function sitePathOf(path: string): SitePath | undefined {
  return isWatchPath(path) ? { membersOnly: false } : sitePaths[path]
}

/** The name of the page that shows a path: those of all games share one. */
export function pageNameOf(path: string): string {
  return isWatchPath(path) ? watchPage : path
}

function isWatchPath(path: string): boolean {
  return /^\/watch\/[a-z\d-]{1,60}$/.test(path)
}
