import { testSecret } from '#test/test-secret.ts'
import { randomUUID } from 'node:crypto'
import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import type { LedgerEvent, LedgerOutcome } from '#server/ledger/events.ts'
import { createLedger, type Ledger } from '#server/ledger/ledger.ts'
import { seededRandom } from '#test/random.ts'
import { checkAcknowledged } from '#test/acknowledged.ts'
import { createLedgerModel, postToModel, type Model } from '#test/ledger-model.ts'
import { disturb, makeRounds, type Callback } from './callbacks/rounds.ts'
import { acceptAlteredTriggers, openFaultApp, type FaultApp } from './fault-app.ts'
import { checkOracle } from './oracle.ts'
import type { FaultProgram } from './program.ts'

const sizes = {
  full: { callbacks: 100_000, members: 200, callers: 64 },
  short: { callbacks: 3_000, members: 24, callers: 32 },
} as const

/** The 99th percentile of a callback, as a provider's server measures it. */
const maxP99Ms = 300

/** A provider's seamless wallet calls, repeated, reordered and delayed, sent to the ledgers of two processes. */
export const callbacks: FaultProgram = {
  description:
    'A provider’s bets, wins and rollbacks arrive twice at once, out of order, a day late and under used ids: the ledger agrees with the model.',
  async run({ size, seed, log, on }) {
    const { callbacks: wanted, members, callers } = sizes[size]
    const draw = seededRandom(seed)
    const app = await openFaultApp({ players: members, on })
    const pools = [0, 1].map((index) => createPool(app.urls.appUrl, { max: 2, name: `callbacks-${index}` }))
    try {
      const ledgers = pools.map((pool) => createLedger({ pool, secret: testSecret }))
      const place = await openSource(app, ledgers)
      const memberIds = app.players.map((player) => player.memberId)
      const all = disturb(makeRounds(memberIds, wanted, { ...place, draw, newKey: randomUUID }), draw)
      let answered: Answered[] = []
      let refused: LedgerEvent[] = []
      for (let quarter = 0; quarter <= 4; quarter += 1) {
        if (quarter > 0) await passQuarterOfADay(app)
        // A win that arrived before its bet was refused, because no stake was in play: the provider sends it again.
        const again = refused.map((event) => ({ event, copies: 1 }))
        const due = all.filter(({ quartersLate }) => quartersLate === quarter)
        const answers = await send([...due, ...again], ledgers, callers)
        refused = answers.filter(({ outcome }) => outcome.outcome === 'short').map(({ event }) => event)
        answered = answered.concat(answers)
        log(`${answered.length} answers, ${quarter * 6} hours later`)
      }
      const report = compare(answered, memberIds)
      const faults = [...report.faults, ...(await wallets(app, report.model)), ...(await checkOracle(app, []))]
      faults.push(...(await listFaults(app, answered)))
      const p99 = quantile(answered, 0.99)
      if (size === 'full' && p99 > maxP99Ms) faults.push(`p99 is ${p99.toFixed(0)} ms`)
      return {
        figures: {
          callbacks: all.length,
          sent: answered.length,
          ...report.outcomes,
          p50Ms: quantile(answered, 0.5).toFixed(1),
          p99Ms: p99.toFixed(1),
        },
        faults,
      }
    } finally {
      await Promise.all(pools.map((pool) => pool.end()))
      await app.close()
    }
  },
}

type Answered = { event: LedgerEvent; outcome: LedgerOutcome; ms: number }

const source = 150

async function openSource(app: FaultApp, ledgers: readonly Ledger[]): Promise<{ source: number; contraId: number }> {
  await app.ownerPool.query(`INSERT INTO journal_source VALUES (${source}, 'callbacks')`)
  await app.ownerPool.query(`INSERT INTO provider (id, code, wallet) VALUES (${source}, 'callbacks', 'seamless')`)
  return { source, contraId: (await ledgers[0]?.accountId(app.brand.id, 'gaming', 'callbacks')) ?? 0 }
}

/** Sends callbacks in order by this many callers; the copies of one are sent together, to both ledgers in turn. */
async function send(
  due: readonly Omit<Callback, 'quartersLate'>[],
  ledgers: readonly Ledger[],
  callers: number,
): Promise<Answered[]> {
  const answered: Answered[] = []
  const left = due.values()
  const post = async (event: LedgerEvent, turn: number): Promise<void> => {
    const ledger = ledgers[turn % ledgers.length]
    if (ledger === undefined) throw new Error('there is no ledger')
    const begun = performance.now()
    const outcome = await ledger.post(event)
    answered.push({ event, outcome, ms: performance.now() - begun })
  }
  const work = async (_: unknown, caller: number): Promise<void> => {
    for (const { event, copies } of left) {
      await Promise.all(Array.from({ length: copies }, (_copy, index) => post(event, caller + index)))
    }
  }
  await Promise.all(Array.from({ length: callers }, work))
  return answered
}

/** Moves all journal rows back by six hours, so that for the ledger six hours have passed. */
async function passQuarterOfADay(app: FaultApp): Promise<void> {
  await app.ownerPool.query('ALTER TABLE journal DISABLE TRIGGER USER')
  await app.ownerPool.query(`UPDATE journal SET at = at - interval '6 hours'`)
  await app.ownerPool.query('ALTER TABLE journal ENABLE TRIGGER USER')
  await acceptAlteredTriggers(app)
}

type Compared = { model: Model; outcomes: Record<string, number>; faults: string[] }

/**
 * Posts what took effect to the model in the order of the journal, which must give the same figures; then every other
 * response must be the model's.
 */
function compare(answered: readonly Answered[], memberIds: readonly bigint[]): Compared {
  const model = createLedgerModel(memberIds, slotCompPpm)
  const faults: string[] = []
  const outcomes: Record<string, number> = {}
  for (const { outcome } of answered) outcomes[outcome.outcome] = (outcomes[outcome.outcome] ?? 0) + 1
  const issue = { kind: 'issue', source: 'system', key: '', request: ['issue'], cash: wholeUnits(1_000_000) } as const
  for (const memberId of memberIds) postToModel(model, { ...issue, memberId })
  const took = answered.filter(({ outcome }) => tookEffect.has(outcome.outcome))
  const bets = took.filter(({ event }) => event.kind === 'bet')
  const staked = new Map(bets.map(({ event }) => [event.key, event.inPlay ?? 0n]))
  for (const { event, outcome } of took.toSorted((a, b) => Number((a.outcome.seq ?? 0n) - (b.outcome.seq ?? 0n)))) {
    const wanted = postToModel(model, event)
    if (!isSame(wanted, outcome))
      faults.push(
        `${nameOf(event)} is ${describeOutcome(outcome)} instead of ${describeOutcome(wanted)} as in the model`,
      )
  }
  for (const { event, outcome } of answered) {
    if (tookEffect.has(outcome.outcome)) continue
    // The member may have enough money by now, so the balances of the response itself are checked.
    if (outcome.outcome === 'short') {
      const inPlay = event.kind === 'rollback' ? -(staked.get(event.key) ?? 0n) : (event.inPlay ?? 0n)
      const isShort = outcome.cash < (event.stake ?? 0n) || outcome.inPlay + inPlay < 0n
      if (!isShort) faults.push(`${nameOf(event)} was refused as short although the money was there`)
      continue
    }
    const wanted = postToModel(model, event)
    const isRight = outcome.outcome === 'replay' ? isSame(wanted, outcome) : wanted.outcome === outcome.outcome
    if (!isRight)
      faults.push(
        `${nameOf(event)} was answered ${describeOutcome(outcome)} instead of ${describeOutcome(wanted)} as in the model`,
      )
  }
  return { model, outcomes, faults }
}

const slotCompPpm = 5_000
const tookEffect: ReadonlySet<string> = new Set(['done', 'tombstone'])

type Figures = Pick<LedgerOutcome, 'outcome' | 'cash' | 'held' | 'inPlay' | 'comp'>

function isSame(a: Figures, b: Figures): boolean {
  return describeOutcome(a) === describeOutcome(b)
}

function describeOutcome({ outcome, cash, held, inPlay, comp }: Figures): string {
  return `${outcome} with ${cash}, ${held}, ${inPlay}, ${comp}`
}

function nameOf(event: LedgerEvent): string {
  return `${event.kind} ${event.memberId}/${event.key}`
}

/** Compares every wallet with the model's, to the unit. */
async function wallets(app: FaultApp, model: Model): Promise<string[]> {
  const { rows } = await app.pool.query<Record<string, bigint>>(
    `SELECT member_id, cash, held, in_play AS "inPlay", comp, turnover_due AS "turnoverDue", seq FROM wallet`,
  )
  return rows.flatMap(({ member_id: memberId, ...row }) => {
    const wanted = model.members.get(BigInt(memberId ?? 0))?.wallet
    const names = ['cash', 'held', 'inPlay', 'comp', 'turnoverDue', 'seq'] as const
    const wrong = names.filter((name) => BigInt(row[name] ?? -1) !== wanted?.[name])
    return wrong.map((name) => `wallet ${memberId}: ${name} is ${row[name]}, the model has ${wanted?.[name]}`)
  })
}

/** Compares the callers' record with the journal, without rollbacks, which the model covers. */
async function listFaults(app: FaultApp, answered: readonly Answered[]): Promise<string[]> {
  const list = answered.filter(({ event }) => event.kind !== 'rollback')
  const faults = await checkAcknowledged(
    app.pool,
    list.map(({ event: { memberId, key }, outcome: { outcome } }) => ({
      memberId,
      key,
      outcome: outcome === 'done' || outcome === 'replay' ? 'effect' : 'refused',
    })),
  )
  return Object.entries(faults).flatMap(([fault, keys]) => keys.map((key) => `${fault}: ${key}`))
}

function quantile(answered: readonly Answered[], part: number): number {
  const sorted = answered.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
