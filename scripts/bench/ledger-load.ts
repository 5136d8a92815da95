import { signEach } from '../signed-pool.ts'
import { benchSecret } from './bench-secret.ts'
import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import type { LedgerEvent } from '#server/ledger/events.ts'
import type { Ledger } from '#server/ledger/ledger.ts'
import { randomUUID } from 'node:crypto'
import { closedLoop, type Load } from './measure.ts'

/** Loads on a ledger alone, and their members. */

export type LoadedLedger = { ledger: Ledger; members: readonly bigint[]; contraId: number }

/** Each member's starting cash, in 1/10 000: enough for any run. */
export const startingCash = 1_000_000_000_000_000n
export const betStake = wholeUnits(1)
/** A source number that no real provider has; sources from 100 on are providers. */
const benchProvider = 32_000

/** Members with enough cash for any run, created by the owner with the journal and audit rows that account for it. */
export async function makeBenchMembers(ownerUrl: string, brandId: number, count: number): Promise<bigint[]> {
  const owner = signEach(createPool(ownerUrl, { max: 1, statementTimeoutMs: 0 }), benchSecret)
  const made = await owner.query<{ id: bigint }>(
    `WITH made AS (
       INSERT INTO member (public_id, brand_id, login_id, login_id_key, nick, nick_key, password_hash, pin_hash, status, reference_code)
       SELECT gen_random_uuid(), $1, 'b' || n, 'b' || n, 'b' || n, 'b' || n, '-', '-', 'active', 'b' || n FROM generate_series(1, $2) n
       RETURNING id, public_id
     ), opened AS (
       INSERT INTO wallet (member_id, brand_id, cash, seq) SELECT id, $1, $3, 1 FROM made
     ), issued AS (
       INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, request_hash, key, contra_id, kind, source)
       SELECT id, 1, now(), $3, 0, 0, 0, $3, 0, 0, 0, 0, gen_random_uuid(),
         (SELECT a.id FROM account a WHERE a.brand_id = $1 AND class = 'play_money_issue'), 12, 3 FROM made
       RETURNING member_id, key, cash
     ), audited AS (
       INSERT INTO audit (brand_id, actor_kind, act, subject, detail)
       SELECT $1, 'system', 'money.issue', made.public_id::text, jsonb_build_object('key', issued.key, 'mode', 'play',
         'cash', trim_scale(issued.cash::numeric / 10000)::text, 'comp', '0') FROM issued JOIN made ON made.id = issued.member_id
     ) SELECT id FROM made`,
    [brandId, count, startingCash],
  )
  await owner.query(`INSERT INTO journal_source VALUES (${benchProvider}, 'bench')`)
  await owner.query(`INSERT INTO provider (id, code, wallet) VALUES (${benchProvider}, 'bench', 'seamless')`)
  await owner.query('ANALYZE')
  await owner.end()
  return made.rows.map((row) => row.id)
}

/** Bets of one unit by members in turn; every one must succeed. */
export async function betLoad(on: LoadedLedger, callers: number, seconds: number): Promise<Load> {
  let turn = 0
  return closedLoop(callers, seconds, async () => {
    turn += 1
    await mustBe(on.ledger, betOf(on, turn, 'own', randomUUID()), ['done'])
  })
}

/**
 * The calls of a live-game provider: a bet, a later win with its own key, sometimes a repeated call, a rollback of a
 * bet, and a rollback of a bet that was never sent. Counts every answered call.
 */
export async function providerLoad(on: LoadedLedger, callers: number, seconds: number): Promise<Load> {
  let turn = 0
  const open: LedgerEvent[][] = Array.from({ length: callers }, () => [])
  return closedLoop(callers, seconds, async (caller) => {
    turn += 1
    const waiting = open[caller]?.shift()
    if (waiting !== undefined) return mustBe(on.ledger, waiting, ['done', 'replay', 'tombstone'])
    const bet = betOf(on, turn, benchProvider, randomUUID())
    open[caller]?.push(...afterBet(bet, turn))
    return mustBe(on.ledger, bet, ['done'])
  })
}

function afterBet(bet: LedgerEvent, turn: number): LedgerEvent[] {
  const rollback: LedgerEvent = { ...bet, kind: 'rollback', request: ['rollback'], stake: 0n }
  if (turn % 25 === 0) return [rollback]
  const pay = turn % 3 === 0 ? betStake * 2n : 0n
  const win: LedgerEvent = {
    ...bet,
    kind: 'win',
    key: randomUUID(),
    request: ['win', pay],
    stake: 0n,
    pay,
    ref: bet.key,
  }
  if (turn % 10 === 0) return [bet, win, win]
  return turn % 50 === 1 ? [win, { ...rollback, key: randomUUID() }] : [win]
}

function betOf(on: LoadedLedger, turn: number, source: LedgerEvent['source'], key: string): LedgerEvent {
  return {
    memberId: on.members[(turn * 7919) % on.members.length] ?? 0n,
    kind: 'bet',
    source,
    key,
    request: ['bet', 1n],
    stake: betStake,
    contraId: on.contraId,
    gameKind: 'slot',
  }
}

async function mustBe(ledger: Ledger, event: LedgerEvent, outcomes: readonly string[]): Promise<void> {
  const { outcome } = await ledger.post(event)
  if (!outcomes.includes(outcome)) throw new Error(`a ${event.kind} of the bench ended as ${outcome}`)
}
