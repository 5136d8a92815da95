/** The page of a game's public rounds; its address names the game: `/watch/<game>`. */
export const watchPage = '/watch'

/** The paths of the member site besides the home (spec §2); on `membersOnly` pages guests get msg2001 (spec §5). */
export const sitePaths: Readonly<Record<string, { readonly membersOnly: boolean }>> = {
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
  '/shared': { membersOnly: true },
  '/game': { membersOnly: false },
  '/fairness': { membersOnly: false },
  '/terms': { membersOnly: false },
  '/privacy': { membersOnly: false },
  '/responsible': { membersOnly: false },
  '/credits': { membersOnly: false },
  [watchPage]: { membersOnly: false },
  '/admin/error': { membersOnly: false },
}

/** The name of the page that shows a path: those of all games share `watchPage`. */
export function pageNameOf(path: string): string {
  return path.replace(/^\/watch\/[a-z\d-]+$/, watchPage)
}
