import { randomUUID } from 'node:crypto'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import type { LedgerEvent } from '#server/ledger/events.ts'
import { postProvenIn } from '#server/ledger/ledger.ts'
import { accountIn } from '#server/seed/builders.ts'
import { seededRandom } from '#test/random.ts'
import { callUntilAnswered, type CallRequest, type Operation } from './callers.ts'
import { summarizeTimes } from './database-kill.ts'
import { makePlayer, openFaultApp, type FaultApp, type Player } from './fault-app.ts'
import { checkOracle } from './oracle.ts'
import { sleep, type FaultProgram } from './program.ts'
import { scaledMs } from '#test/machine.ts'
import { testSecret } from '#test/test-secret.ts'

const sizes = { full: { members: 500, atOnce: 20 }, short: { members: 12, atOnce: 12 } } as const
const mostMs = 1_000
/** Long, because the machine may be busy with other tests. */
const patienceMs = 180_000
const password = 'moonlit-hall-7'

/** Members exclude themselves in the middle of their rounds, by one of two processes; the other gets no notice. */
export const exclusionDuringRound: FaultProgram = {
  description:
    'Members exclude themselves while they play: the next bet is refused, in every process, and earlier bets’ wins are paid.',
  async run({ size, seed, log, on, steps }) {
    const { members, atOnce } = { ...sizes[size], ...(steps === undefined ? {} : { members: steps }) }
    const draw = seededRandom(seed)
    const app = await openFaultApp({ players: 0, on })
    const faults: string[] = []
    const operations: Operation[] = []
    const refusedAfter: number[] = []
    let lateWins = 0
    try {
      await app.start()
      const ports = [app.port, (await app.startAnother()).port]
      for (let from = 0; from < members; from += atOnce) {
        const players: Player[] = []
        for (let index = from; index < Math.min(members, from + atOnce); index += 1) {
          players.push(await makePlayer(app.site, app.brand))
        }
        app.players.push(...players)
        const parts = players.map(async (player, index) => {
          const ended = await excludeWhilePlaying(app, {
            ports,
            player,
            index: from + index,
            // Password hashes run at low priority and may take a minute while other tests run.
            withPassword: size === 'full' && index % 10 === 9,
            draw,
          })
          operations.push(...ended.operations)
          faults.push(...ended.faults.map((fault) => `member ${player.memberId}: ${fault}`))
          refusedAfter.push(ended.refusedAfterMs)
          lateWins += ended.lateWins
        })
        await Promise.all(parts)
        if ((from + atOnce) % 100 === 0) log(`${from + atOnce} members, refused ${summarizeTimes(refusedAfter)}`)
      }
      const slow = refusedAfter.filter((ms) => ms > scaledMs(mostMs))
      // A busy machine may answer late; that a later bet is refused does not depend on the time.
      if (size === 'full' && slow.length > 0) faults.push(`${slow.length} members were refused later than ${mostMs} ms`)
      faults.push(...(await checkOracle(app, operations)))
      return {
        figures: {
          members: refusedAfter.length,
          refusedAfter: summarizeTimes(refusedAfter),
          bets: operations.filter((one) => one.path.endsWith('/spin') && one.answer.status === 'success').length,
          refusedBets: operations.filter((one) => one.path.endsWith('/spin') && one.answer.status === 'excluded')
            .length,
          lateWins,
        },
        faults,
      }
    } finally {
      await app.close()
    }
  },
}

type Spin = Operation & { through: number; sentMs: number; answeredMs: number }
type Excluding = {
  ports: readonly number[]
  player: Player
  index: number
  withPassword: boolean
  draw: () => number
}
type Ended = { operations: Operation[]; faults: string[]; refusedAfterMs: number; lateWins: number }

async function excludeWhilePlaying(
  app: FaultApp,
  { ports, player, index, withPassword, draw }: Excluding,
): Promise<Ended> {
  const faults: string[] = []
  const spins: Spin[] = []
  let isPlaying = true
  const play = async (port: number): Promise<void> => {
    while (isPlaying) {
      const key = randomUUID()
      const spin = { player, key, path: '/api/play/spin', body: { requestId: key, stake: '1000' } }
      const sentMs = performance.now()
      const answer = await callUntilAnswered(port, spin, { patienceMs })
      spins.push({ ...spin, through: port, answer, sentMs, answeredMs: performance.now() })
      await sleep(draw() * 20)
    }
  }
  const elsewhere = await placeBet(app, player)
  const windows = ports.map(play)
  const sentAfter = (excludedMs: number): Spin[] => spins.filter((one) => one.sentMs > excludedMs)
  const port = ports[index % ports.length] ?? app.port
  let excludedMs = Infinity
  try {
    await until(() => spins.length >= 2)
    await sleep(draw() * 200)
    const path = withPassword ? '/api/routes/exclude-me' : '/api/routes/take-a-break'
    const body = withPassword ? { lasts: '6m', pw: password } : { lasts: '24h' }
    const excluded = await callUntilAnswered(port, { player, key: randomUUID(), path, body }, { patienceMs })
    excludedMs = performance.now()
    if (excluded.status !== 'success') faults.push(`${path} answered ${excluded.status}`)
    await until(() => new Set(sentAfter(excludedMs).map((one) => one.through)).size === ports.length)
  } finally {
    isPlaying = false
    await Promise.allSettled(windows)
  }
  const later = sentAfter(excludedMs)
  for (const one of later) {
    if (one.answer.status !== 'excluded')
      faults.push(`a bet sent after the exclusion was answered ${one.answer.status}`)
  }
  const firstRefused = Math.min(...later.map((one) => one.answeredMs))
  const { lateWins, more } = await collectLate(app, { player, port, spins, elsewhere, faults })
  return { operations: [...spins, ...more], faults, refusedAfterMs: firstRefused - excludedMs, lateWins }
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let polls = 0; !isTrue(); polls += 1) {
    if (polls > 12_000) throw new Error('no response for minutes')
    await sleep(10)
  }
}

/** A bet on another company's game, whose win comes later. */
async function placeBet(app: FaultApp, player: Player): Promise<LedgerEvent> {
  const { db } = app.site
  return inTransaction(db, async (tx) => {
    const contraId = await accountIn(tx, app.brand.id, 'gaming', 'elsewhere')
    const bet: LedgerEvent = {
      memberId: player.memberId,
      kind: 'bet',
      source: 'system',
      key: randomUUID(),
      request: ['bet', 5],
      stake: wholeUnits(5_000),
      contraId,
    }
    const posted = await postProvenIn(tx, testSecret, bet)
    if (posted.outcome !== 'done') throw new Error(`a bet before the exclusion was ${posted.outcome}`)
    return bet
  })
}

/** What an excluded member still gets: wins of earlier bets, the open round, and the balance. */
async function collectLate(
  app: FaultApp,
  at: { player: Player; port: number; spins: readonly Spin[]; elsewhere: LedgerEvent; faults: string[] },
): Promise<{ lateWins: number; more: Operation[] }> {
  const { player, port, spins, elsewhere, faults } = at
  let lateWins = 0
  await inTransaction(app.site.db, async (tx) => {
    const win: LedgerEvent = {
      ...elsewhere,
      kind: 'win',
      key: randomUUID(),
      request: ['win', 9],
      stake: 0n,
      pay: wholeUnits(9_000),
      ref: elsewhere.key,
    }
    const paid = await postProvenIn(tx, testSecret, win)
    if (paid.outcome === 'done') lateWins += 1
    else faults.push(`the win of an earlier bet was ${paid.outcome}`)
    const another = await postProvenIn(tx, testSecret, { ...elsewhere, key: randomUUID(), request: ['bet', 6] })
    if (another.outcome !== 'excluded') faults.push(`a bet elsewhere after the exclusion was ${another.outcome}`)
  })
  const rounds = spins.flatMap((one) => (one.answer.round === undefined ? [] : [one.answer.round]))
  const { rows } = await app.pool.query<{ id: string; pay: bigint; last: number; cash: bigint }>(
    `SELECT r.id, r.pay, json_array_length(r.events::json) - 1 AS last, w.cash FROM round r JOIN wallet w USING (member_id)
      WHERE member_id = $1 ORDER BY r.nonce`,
    [String(player.memberId)],
  )
  if (rows.length !== rounds.length) faults.push(`${rounds.length} bets were answered, ${rows.length} are booked`)
  for (const row of rows) {
    const answered = rounds.find((round) => round.roundId === row.id)
    if (answered?.pay !== amountToWire(row.pay))
      faults.push(`round ${row.id} paid ${row.pay}, its player got ${answered?.pay}`)
    const path = '/api/play/ack'
    await callUntilAnswered(port, { player, key: row.id, path, body: { roundId: row.id, index: row.last } })
  }
  const seen = await callUntilAnswered(port, {
    player,
    key: randomUUID(),
    path: '/api/routes/get-in-game-balance',
    body: {},
  })
  const cash = amountToWire(rows.at(-1)?.cash ?? -1n)
  if (Reflect.get(seen, 'balance') !== cash)
    faults.push(`the balance shown is ${Reflect.get(seen, 'balance')}, not ${cash}`)
  const deposit = await callWithKey(app, { player, path: '/api/routes/apply-user-deposit', body: { balance: '20000' } })
  if (deposit.answer.status !== 'excluded') faults.push(`a deposit was answered ${deposit.answer.status}`)
  return { lateWins, more: [deposit] }
}

async function callWithKey(app: FaultApp, request: Omit<CallRequest, 'key'>): Promise<Operation> {
  const key = randomUUID()
  const whole = { ...request, key, body: { ...request.body, requestId: key } }
  return { ...whole, answer: await callUntilAnswered(app.port, whole) }
}

type Site = FaultApp['site']
type Tx = Parameters<typeof postProvenIn>[0]

function inTransaction<Result>(db: Site['db'], work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work)
}
