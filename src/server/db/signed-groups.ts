/**
 * The groups of acts that this process signed and committed, until the audit's chain has them and a sealed head covers it: nothing in
 * the database would show that somebody removed them before (docs/decisions/028-signed-acts.md).
 */

const mostRemembered = 100_000
const remembered = new WeakMap<object, Map<string, { at: number; digest: string }>>()

/** A group with the digest of its acts and changes that was signed. */
export type SignedGroup = { group: string; digest: Uint8Array }

/** Remembers a committed group of a database (`createDb`). The oldest are forgotten where very many wait. */
export function rememberGroup(db: object, { group, digest }: SignedGroup): void {
  const groups = remembered.get(db) ?? new Map<string, { at: number; digest: string }>()
  remembered.set(db, groups)
  groups.set(group, { at: performance.now(), digest: textOf(digest) })
  for (const oldest of groups.size > mostRemembered ? [...groups.keys()].slice(0, 1) : []) groups.delete(oldest)
}

/** At most `most` of them that are at least `ageMs` old, the oldest first. */
export function groupsSince(db: object, { ageMs, most }: { ageMs: number; most: number }): string[] {
  const before = performance.now() - ageMs
  const found: string[] = []
  for (const [group, { at }] of remembered.get(db) ?? []) {
    if (at > before || found.length >= most) break
    found.push(group)
  }
  return found
}

/** Whether this is the digest that was signed; null where the group is not remembered. */
export function isAsSigned(db: object, { group, digest }: SignedGroup): boolean | null {
  const known = remembered.get(db)?.get(group)
  return known === undefined ? null : known.digest === textOf(digest)
}

/** They need not be watched any more. */
export function forgetGroups(db: object, groups: readonly string[]): void {
  for (const group of groups) remembered.get(db)?.delete(group)
}

/** Shorter in memory than the bytes, of which very many may wait. */
function textOf(digest: Uint8Array): string {
  return Buffer.from(digest).toString('base64')
}
