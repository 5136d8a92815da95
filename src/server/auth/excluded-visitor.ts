import type { Deps } from '#server/deps.ts'
import { findMember } from './callers.ts'
import { readSessionToken } from './session-token.ts'

/** Whether the visitor is signed in and excluded: popups, banners and promotion are withheld from them. */
export async function isExcludedVisitor(deps: Deps, brandId: number, token: string | null): Promise<boolean> {
  if (token === null) return false
  const member = await findMember(deps.pool, readSessionToken(deps.config.secret, 'member', token), brandId, false)
  return member?.restricted?.why === 'excluded'
}
