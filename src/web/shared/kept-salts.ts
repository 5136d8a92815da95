import type { KeptSalts } from '#domain/games/table/salt-list.ts'

/**
 * What this browser keeps of the salts of tables, in its storage: the window of a table writes it, and the page
 * `/fairness` compares a series with it.
 */
export type KeptSalt = {
  table: string
  firstLink: number
  seat: string
  salt: string
  /** Whether the salt was taken in time. */
  isSent: boolean
  /** The digest of the closed hashes; null while they are not closed. */
  hashes: string | null
}

export type SeriesName = Pick<KeptSalt, 'table' | 'firstLink'>

export const keptSaltsKey = 'baize.play.salts'

/** Everything that is stored, oldest first; without a storage nothing. */
export function readKeptSalts(storage: Pick<Storage, 'getItem'> | null): KeptSalt[] {
  try {
    const found: unknown = JSON.parse(storage?.getItem(keptSaltsKey) ?? '[]')
    return Array.isArray(found) ? found.filter(isKept) : []
  } catch {
    return []
  }
}

/** What was kept of a series, as its evidence has it; null when this browser did not see its hashes. */
export function keptSaltsOf(kept: readonly KeptSalt[], series: SeriesName): KeptSalts | null {
  const found = kept.find((one) => one.table === series.table && one.firstLink === series.firstLink)
  if (!found || found.hashes === null) return null
  return { hashes: found.hashes, own: found.isSent ? { seat: found.seat, salt: found.salt } : null }
}

function isKept(one: unknown): one is KeptSalt {
  const { table, firstLink, seat, salt, isSent, hashes } = (one ?? {}) as Partial<KeptSalt>
  return (
    typeof table === 'string' &&
    typeof firstLink === 'number' &&
    typeof seat === 'string' &&
    typeof salt === 'string' &&
    typeof isSent === 'boolean' &&
    (hashes === null || typeof hashes === 'string')
  )
}
