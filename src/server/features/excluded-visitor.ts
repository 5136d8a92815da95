import { findMember } from '#server/doors/callers.ts'
import type { GuestContext } from '#server/doors/context.ts'
import { hashToken } from '#server/doors/session.ts'

/** Whether who looks at the site is signed in and excluded: popups, banners and promotion are withheld from them. */
export async function isExcludedVisitor({ brand, deps, token }: GuestContext): Promise<boolean> {
  if (token === null) return false
  const member = await findMember(deps.pool, hashToken(token), brand.id, false)
  return member?.restricted?.why === 'excluded'
}
