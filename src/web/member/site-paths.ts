/** The page of a game's public rounds; its address names the game: `/watch/<game>`. */
export const watchPage = '/watch'

const forGuests = [
  '/login',
  '/register',
  '/reset',
  '/game',
  '/fairness',
  '/terms',
  '/privacy',
  '/responsible',
  '/credits',
]
const forMembers = ['/deposit', '/withdraw', '/comp', '/help', '/note', '/notice', '/limits', '/shared']
const inMyPage = ['/user', '/user/statement', '/user/account', '/user/security']

/** The paths of the member site besides the home (spec §2); on `membersOnly` pages guests get msg2001 (spec §5). */
export const sitePaths: Readonly<Record<string, { readonly membersOnly: boolean }>> = Object.fromEntries([
  ...[...forMembers, ...inMyPage].map((path) => [path, { membersOnly: true }] as const),
  ...[...forGuests, watchPage, '/admin/error'].map((path) => [path, { membersOnly: false }] as const),
])

/** The name of the page that shows a path: those of all games share `watchPage`. */
export function pageNameOf(path: string): string {
  return path.replace(/^\/watch\/[a-z\d-]+$/, watchPage)
}
