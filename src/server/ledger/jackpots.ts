import type { JackpotTier } from '#domain/games/game.ts'
import type { Amount } from '#domain/money.ts'
import { sql } from 'kysely'
import type { Tx } from './ledger.ts'

export const jackpotTiers = ['mega', 'major', 'minor'] as const satisfies readonly JackpotTier[]

/** How a tier is founded: its first money and source, and the share of linked stakes from now on. */
export type Founding = {
  tier: JackpotTier
  amount: Amount
  /** A UUID: one key, one founding. */
  key: string
  /** The account that pays for it; see `Ledger.accountId`. */
  fromId: number
  /** The share of each stake, in parts per million. */
  sharePpm: number
  /** The part of each share that is reserved for the next pool. */
  reservePpm: number
}

/**
 * Puts the first money of a tier into its pool and opens it: pages then show its amount, and stakes at linked games
 * feed it. `conflict`: the key belongs to another founding, or the tier is open. The statement of a spin pays its hits.
 */
export async function foundJackpot(tx: Tx, founding: Founding): Promise<'done' | 'replay' | 'conflict'> {
  const { tier, amount, key, fromId, sharePpm, reservePpm } = founding
  const { rows } = await sql<{ outcome: 'done' | 'replay' | 'conflict' }>`
    SELECT ledger_found_jackpot(${tier}, ${amount}, ${key}, ${fromId}::int, ${sharePpm}::int, ${reservePpm}::int) AS outcome`.execute(
    tx,
  )
  return rows[0]?.outcome ?? 'conflict'
}

/**
 * Closes a founded tier or opens it again. While it is closed, no round begins that can hit it, and no page shows it; its money stays.
 * `same`: it is so already; `unknown`: it was never founded.
 */
export async function closeJackpot(
  tx: Tx,
  { tier, closed }: { tier: JackpotTier; closed: boolean },
): Promise<'done' | 'same' | 'unknown'> {
  const { rows } = await sql<{ outcome: 'done' | 'same' | 'unknown' }>`
    SELECT ledger_close_jackpot(${tier}, ${closed}) AS outcome`.execute(tx)
  return rows[0]?.outcome ?? 'unknown'
}
