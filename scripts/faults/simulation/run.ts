import { checkBooks } from '#server/ledger/books.ts'
import { createPool } from '#server/db/pool.ts'
import { foundJackpot } from '#server/ledger/jackpots.ts'
import { wholeUnits } from '#domain/money.ts'
import { seededRandom } from '#testing/random.ts'
import { foundTier } from '#testing/app-model.ts'
import { createLedgerModel, firstDay, newMember, type Model } from '#testing/ledger-model.ts'
import type { DatabasePair } from '../program.ts'
import { NoAnswerError, type Ids } from './calls.ts'
import { setClock } from './clock.ts'
import { nextCommand } from './commands.ts'
import { uuidOf, type Command, type Player, type Stage } from './player.ts'
import { compareAll } from './compare.ts'
import {
  addSimMembers,
  keepOperatorsSignedIn,
  openSimApp,
  openWindows,
  signIn,
  signOperatorsIn,
  type SimProcess,
  type SimApp,
} from './sim-app.ts'

/** One simulation: everything that happens in it follows from its seed. */
export type SimOptions = {
  seed: number
  commands: number
  members: number
  /** How many of them act in a step, at the most; half as many at the least. */
  together: number
  /** Stops after so many steps, however few commands that were. */
  steps?: number
  log: (line: string) => void
  /** Run on the database before the first step: a fault planted to be found. */
  spoil?: string
}

export type Divergence = {
  step: number
  /** Its place among the member's commands of the step; the comparison of everything comes after them all. */
  order: number
  memberId: bigint | null
  description: string
  model: string
  real: string
  before: string[]
}
export type SimResult = {
  commands: number
  steps: number
  crashes: number
  days: number
  kinds: Map<string, number>
  outcomes: Map<string, number>
  divergences: Divergence[]
}

/** A minute of a quiet Sunday evening in Seoul: a day, a week and soon a month end with the first steps. */
const startsAt = Date.UTC(2026, 2, 29, 13, 0)
const firstSteps = 4

type Sim = Stage & {
  options: SimOptions
  draw: () => number
  players: Player[]
  processes: [SimProcess, SimProcess]
  result: SimResult
  logs: Map<bigint, string[]>
  comparedAt: number
  closing: Promise<void>[]
}

export async function simulate(urls: DatabasePair, options: SimOptions): Promise<SimResult> {
  const app = await openSimApp(urls, startsAt)
  const sim = await openSim(app, options)
  try {
    const most = options.steps ?? Infinity
    while (sim.result.steps < most && sim.result.commands < options.commands && sim.result.divergences.length === 0) {
      await step(sim)
    }
    await compare(sim, 0)
    await runOracle(sim, urls)
    sim.result.divergences = firstOfEach(sim.result.divergences)
    return sim.result
  } finally {
    await Promise.all(sim.closing)
    await Promise.all(sim.processes.map((process) => process.close()))
    await app.close()
  }
}

/** Where each member's way parted from the model's, in one order however the step went: what follows from it is left out. */
function firstOfEach(divergences: readonly Divergence[]): Divergence[] {
  const ranked = divergences.toSorted(
    (a, b) =>
      Number(a.memberId === null) - Number(b.memberId === null) ||
      Number((a.memberId ?? 0n) - (b.memberId ?? 0n)) ||
      a.step - b.step ||
      a.order - b.order ||
      (a.description < b.description ? -1 : 1),
  )
  return ranked.filter((one, index) => one.memberId === null || one.memberId !== ranked[index - 1]?.memberId)
}

async function openSim(app: SimApp, options: SimOptions): Promise<Sim> {
  const members = await addSimMembers(app, options.members, options.seed)
  await signOperatorsIn(app)
  if (options.spoil !== undefined) await app.ownerPool.query(options.spoil)
  const model: Model = {
    ...createLedgerModel([], 0, startsAt),
    members: new Map(members.map((one) => [one.id, newMember(one.level)])),
  }
  const rates = await app.ownerPool.query<{ game_kind: string; level: number; rate_ppm: number }>(
    'SELECT game_kind, level, rate_ppm FROM comp_rate',
  )
  model.rates = rates.rows.map((row) => ({
    gameKind: row.game_kind,
    level: row.level,
    ppm: row.rate_ppm,
    from: -Infinity,
  }))
  const players = members.map((member, index): Player => {
    const draw = seededRandom(options.seed * 7919 + index + 1)
    return { ...member, draw, signed: null, isWatched: false, window: null, bets: [], sent: [], late: [] }
  })
  const ids: Ids = new Map()
  const result: SimResult = {
    commands: 0,
    steps: 0,
    crashes: 0,
    days: 0,
    kinds: new Map(),
    outcomes: new Map(),
    divergences: [],
  }
  return {
    app: app,
    model,
    ids,
    options,
    players,
    result,
    needs: { signIn: new Set(), windows: new Map() },
    draw: seededRandom(options.seed),
    processes: [await app.openLife(), await app.openLife()],
    logs: new Map(),
    comparedAt: startsAt,
    closing: [],
  }
}

type Way = 'plain' | 'lost' | 'twin'
type Planned = { command: Command; way: Way; expected: string[]; order: number }

/** One step: the clock moves, some members do some things at once, and every answer is what the model says. */
async function step(sim: Sim): Promise<void> {
  const { draw, result, model } = sim
  result.steps += 1
  await moveClock(sim)
  await changeSettings(sim)
  const breaks =
    result.steps > firstSteps && draw() < 0.06 ? (draw() < 0.5 ? 'cut' : draw() < 0.5 ? 'takeover' : 'restart') : null
  const acting = new Set(sim.players.filter((player) => player.isWatched))
  const most = Math.min(sim.players.length, Math.floor(sim.options.together * (0.5 + draw() / 2)))
  while (acting.size < most) {
    const player = sim.players[Math.floor(draw() * sim.players.length)]
    if (player) acting.add(player)
  }
  const plans = [...acting].map((player) => plan(sim, player, breaks !== null))
  await signAllIn(sim)
  await openAllWindows(sim)
  const breaking = breaks === null ? null : breakConnections(sim, breaks, draw() * 25)
  await Promise.all(plans.map((planned) => carryOut(sim, planned, breaks !== null)))
  await breaking
  // The pools notice what they lost before anybody asks again.
  if (breaking !== null) await new Promise((resolve) => setTimeout(resolve, 50))
  for (const player of acting) player.window = null
  for (const player of sim.players) player.isWatched = false
  result.days = Math.floor((model.now - startsAt) / 86_400_000)
  if (result.steps % 12 === 0 || breaks !== null) await compare(sim, sim.comparedAt)
  if (result.steps % 200 === 0) sim.options.log(`step ${result.steps}, ${result.commands} commands, day ${result.days}`)
}

/**
 * Stands still, moves a little or much, or to the very moment something is due, or the one before; never by less than a
 * minute and a second.
 */
async function moveClock(sim: Sim): Promise<void> {
  const { draw, model } = sim
  const how = draw()
  const little = Math.floor(61_000 + draw() * 600_000)
  if (how < 0.3) return
  if (how < 0.65) model.now += little
  else if (how < 0.8) model.now += little * 12
  else if (how < 0.86) model.now += Math.floor(draw() * 2 * 86_400_000) + 61_000
  else {
    const edge = nextEdge(sim) - (draw() < 0.5 ? 1 : 0)
    const isNear = edge - model.now > 61_000 && edge - model.now < 5 * 86_400_000
    model.now = isNear ? edge : model.now + little
  }
  await setClock(sim.app.ownerPool, model.now)
  await keepOperatorsSignedIn(sim.app)
}

/** Midnight in Seoul, the moment a rate begins, or a raise, a break or a session of somebody comes to its end. */
function nextEdge({ draw, model, players }: Sim): number {
  const player = players[Math.floor(draw() * players.length)]
  if (player !== undefined) player.isWatched = true
  const midnight = firstDay('day', model.now) + 86_400_000 - 9 * 3_600_000
  const member = model.members.get(player?.id ?? 0n)
  const session = member?.sessions.at(-1)
  const idle = (session?.lastAct ?? 0) + (draw() < 0.5 ? 30 : 120) * 60_000
  const rates = model.rates.map((rate) => rate.from).filter((from) => from > model.now)
  const edges = [midnight, ...rates, ...[...(member?.raises.values() ?? [])].map((raise) => raise.from)]
  if (member !== undefined && member.excludedUntil > model.now) edges.push(member.excludedUntil)
  if (session !== undefined) edges.push(idle, session.ends)
  return edges[Math.floor(draw() * edges.length)] ?? midnight
}

const tiers = [
  { tier: 'minor', at: 3, amount: wholeUnits(50_000), sharePpm: 5_000, reservePpm: 200_000 },
  { tier: 'major', at: 8, amount: wholeUnits(1_000_000), sharePpm: 2_500, reservePpm: 100_000 },
  { tier: 'mega', at: 40, amount: wholeUnits(10_000_000), sharePpm: 1_000, reservePpm: 0 },
] as const

/** What the house itself does between members' acts: it founds jackpots, raises members and announces rates. */
async function changeSettings(sim: Sim): Promise<void> {
  const { draw, model, result, app: house } = sim
  for (const { at, tier, ...founding } of tiers) {
    if (result.steps !== at && result.steps !== at * 3) continue
    const key = uuidOf(draw)
    const said = await sim.processes[0].deps.db
      .transaction()
      .execute((tx) => foundJackpot(tx, { tier, key, fromId: house.accounts.adjustment, ...founding }))
    recordUnlessEqual(sim, {
      memberId: null,
      description: `founds ${tier}`,
      model: foundTier(model, tier, founding),
      real: said,
    })
  }
  if (draw() < 0.1) {
    const player = sim.players[Math.floor(draw() * sim.players.length)]
    const member = model.members.get(player?.id ?? 0n)
    if (player === undefined || member === undefined) return
    member.level = 1 + Math.floor(draw() * 10)
    await house.ownerPool.query('UPDATE member SET level = $2 WHERE id = $1', [String(player.id), member.level])
  }
  if (draw() < 0.06) {
    const [level, ppm] = [1 + Math.floor(draw() * 10), Math.floor(draw() * 20_000)]
    const gameKind = ['slot', 'casino', 'sport'][Math.floor(draw() * 3)] ?? 'slot'
    const from = (Math.floor(model.now / 60_000) + 1 + Math.floor(draw() * 600)) * 60_000
    const known = model.rates.some((rate) => rate.gameKind === gameKind && rate.level === level && rate.from === from)
    if (known) return
    model.rates.push({ gameKind, level, ppm, from })
    await house.ownerPool.query(
      `INSERT INTO comp_rate (brand_id, game_kind, level, rate_ppm, effective_from) VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000))`,
      [house.brandId, gameKind, level, ppm, from],
    )
  }
}

/** What a player will do in this step, and what the model answers. Where the house breaks, an ask may have been heard twice. */
function plan(sim: Sim, player: Player, breaks: boolean): Planned[] {
  const planned: Planned[] = []
  const many = 1 + Math.floor(player.draw() * 6)
  for (let index = 0; index < many; index += 1) {
    const command = nextCommand(sim, player)
    const at = player.draw()
    const way: Way = breaks || at < 0.86 ? 'plain' : at < 0.93 ? 'lost' : 'twin'
    const expected = [command.model()]
    if (way !== 'plain' || breaks) expected.push(command.model())
    planned.push({ command, way, expected, order: index })
    const { result } = sim
    result.commands += way === 'plain' ? 1 : 2
    result.kinds.set(command.kind, (result.kinds.get(command.kind) ?? 0) + 1)
    for (const answer of way === 'plain' ? expected.slice(0, 1) : expected) {
      const word = `${command.kind} ${answer.split(' ')[0] ?? ''}`
      result.outcomes.set(word, (result.outcomes.get(word) ?? 0) + 1)
    }
    remember(
      sim,
      player.id,
      `step ${result.steps} ${way === 'plain' ? '' : `(${way}) `}${command.description} -> ${expected.join(' | ')}`,
    )
  }
  return planned
}

function remember(sim: Sim, memberId: bigint, line: string): void {
  const lines = sim.logs.get(memberId) ?? []
  lines.push(line)
  if (lines.length > 60) lines.shift()
  sim.logs.set(memberId, lines)
}

/** Puts a player's commands to the house in their order; those that stream are underway together. */
async function carryOut(sim: Sim, planned: readonly Planned[], breaks: boolean): Promise<void> {
  let stream: Promise<void>[] = []
  for (const one of planned) {
    const { command, way } = one
    if (command.streams && way === 'plain' && !breaks) {
      stream.push(answered(sim, one, () => command.real(sim.processes[0])))
      continue
    }
    await Promise.all(stream)
    stream = []
    if (breaks) await retryUntilAnswered(sim, one)
    else if (way === 'twin') await sendTwice(sim, one)
    else if (way === 'plain') await answered(sim, one, () => command.real(sim.processes[0]))
    else {
      await command.real(sim.processes[0]).catch(() => '')
      await answered(sim, { ...one, expected: one.expected.slice(1) }, () => command.real(sim.processes[1]))
    }
  }
  await Promise.all(stream)
}

async function answered(sim: Sim, { command, expected, order }: Planned, ask: () => Promise<string>): Promise<void> {
  const real = await ask().catch(nameOf)
  recordUnlessEqual(
    sim,
    { memberId: command.memberId, description: command.description, model: expected[0] ?? '', real },
    order,
  )
}

/** The same at the same moment in two processes: whoever is second finds it done. */
async function sendTwice(sim: Sim, { command, expected, order }: Planned): Promise<void> {
  const both = await Promise.all(sim.processes.map((process) => command.real(process).catch(nameOf)))
  const [model, real] = [expected.toSorted().join(' | '), both.toSorted().join(' | ')]
  recordUnlessEqual(
    sim,
    { memberId: command.memberId, description: `twice at once: ${command.description}`, model, real },
    order,
  )
}

/** Asks until there is an answer, as whoever lost the last one does. */
async function retryUntilAnswered(sim: Sim, { command, expected, order }: Planned): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      const real = await command.real(sim.processes[0])
      const model = expected.includes(real) ? real : (expected[0] ?? '')
      return recordUnlessEqual(
        sim,
        { memberId: command.memberId, description: command.description, model, real },
        order,
      )
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  recordUnlessEqual(
    sim,
    { memberId: command.memberId, description: command.description, model: expected[0] ?? '', real: 'never answered' },
    order,
  )
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

function recordUnlessEqual(sim: Sim, told: Omit<Divergence, 'step' | 'before' | 'order'>, order = Infinity): void {
  if (told.model === told.real) return
  const lines = told.memberId === null ? [] : (sim.logs.get(told.memberId) ?? [])
  // What was refused or known moved nothing: of a member's way only what took effect leads here.
  const moved = lines.filter((line) => /-> (done|tombstone|success|asked|concluded)/.test(line))
  sim.result.divergences.push({ step: sim.result.steps, order, ...told, before: moved.slice(-12) })
}

async function compare(sim: Sim, since: number): Promise<void> {
  const { app: house, model, ids } = sim
  for (const one of await compareAll(house, model, ids, since))
    recordUnlessEqual(sim, { ...one, description: one.what })
  sim.comparedAt = model.now
}

async function runOracle(sim: Sim, urls: DatabasePair): Promise<void> {
  const pool = createPool(urls.ownerUrl, { max: 1, statementTimeoutMs: 0 })
  try {
    const { faults } = await checkBooks(pool)
    for (const { check, subject, detail } of faults)
      recordUnlessEqual(sim, {
        memberId: null,
        description: `oracle ${check} ${subject}`,
        model: 'clean',
        real: detail,
      })
  } finally {
    await pool.end()
  }
}

/** Breaks the house while it works: its connections are cut, another process takes over, or it is started again. */
async function breakConnections(sim: Sim, how: 'cut' | 'takeover' | 'restart', afterMs: number): Promise<void> {
  sim.result.crashes += 1
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  const [old] = sim.processes
  if (how === 'cut') return old.cut()
  sim.processes[0] = await sim.app.openLife()
  if (how === 'takeover') await old.cut()
  sim.closing.push(old.close().catch(() => undefined))
}

async function signAllIn(sim: Sim): Promise<void> {
  const players = [...sim.needs.signIn]
  sim.needs.signIn.clear()
  if (players.length === 0) return
  const signed = await signIn(
    sim.app,
    players.map((player) => player.id),
    players.map((player) => player.signed?.windowId ?? ''),
  )
  for (const [index, player] of players.entries()) {
    const [mine, theirs] = [player.signed, signed[index]]
    const session = sim.model.members.get(player.id)?.sessions.find((one) => one.id === mine?.sessionId)
    if (mine === null || theirs === undefined || session === undefined)
      throw new Error('nobody signs in twice in a step')
    session.id = theirs.sessionId
    Object.assign(mine, theirs)
  }
}

async function openAllWindows(sim: Sim): Promise<void> {
  const wanted = [...sim.needs.windows].map(([windowId, session]) => ({ ...session, windowId }))
  sim.needs.windows.clear()
  if (wanted.length > 0) await openWindows(sim.app, wanted)
}
