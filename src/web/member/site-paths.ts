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
  '/limits': { membersOnly: true },
  '/game': { membersOnly: false },
  '/fairness': { membersOnly: false },
  '/credits': { membersOnly: false },
  '/admin/error': { membersOnly: false },
}
