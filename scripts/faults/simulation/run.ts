import { checkBooks } from '#server/ledger/books.ts'
import { createPool } from '#server/db/pool.ts'
import { seededRandom } from '#test/random.ts'
import { createLedgerModel, newMember, type Model } from '#test/ledger-model.ts'
import type { DatabasePair } from '../program.ts'
import { NoAnswerError, type Ids } from './calls.ts'
import { nextCommand } from './commands.ts'
import { compareAll } from './compare.ts'
import { clockSearchPath } from './clock.ts'
import type { Command, Player } from './player.ts'
import { changeSettings, moveClock } from './settings.ts'
import { dealTable, openSimTable } from './table.ts'
import { addSimMembers, openSimApp, openWindows, signIn, signOperatorsIn, type SimApp } from './sim-app.ts'
import { recordUnlessEqual, type Divergence, type Sim, type SimOptions, type SimResult } from './state.ts'

/** A quiet Sunday evening in Seoul: a day, a week and soon a month end within the first steps. */
const startsAt = Date.UTC(2026, 2, 29, 13, 0)

/** Steps without a crash at the beginning. */
const firstSteps = 4

export async function simulate(urls: DatabasePair, options: SimOptions): Promise<SimResult> {
  const app = await openSimApp(urls, startsAt)
  const sim = await openSim(app, options)
  try {
    const { steps: most = Infinity, endsAt = Infinity } = options
    while (
      sim.result.steps < most &&
      Date.now() < endsAt &&
      sim.result.commands < options.commands &&
      sim.result.divergences.length === 0
    ) {
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

/**
 * The first divergence of each member, and all that belong to no member: later ones follow from the first. The order is
 * the same however the commands of a step were interleaved.
 */
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
  if (options.plantedFault !== undefined) await app.ownerPool.query(options.plantedFault)
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
    return { ...member, draw, signed: null, isWatched: false, window: null, seat: null, bets: [], sent: [], late: [] }
  })
  const ids: Ids = new Map()
  const result: SimResult = {
    commands: 0,
    steps: 0,
    crashes: 0,
    days: 0,
    rounds: { settled: 0, void: 0 },
    kinds: new Map(),
    outcomes: new Map(),
    divergences: [],
  }
  const processes: Sim['processes'] = [await app.openProcess(), await app.openProcess()]
  return {
    app,
    model,
    ids,
    table: await openSimTable(app, processes[0], options.seed),
    options,
    players,
    result,
    needs: { signIn: new Set(), windows: new Map() },
    draw: seededRandom(options.seed),
    processes,
    decisionIds: { earlier: [], now: [] },
    logs: new Map(),
    comparedAt: startsAt,
    closing: [],
  }
}

type Way = 'plain' | 'lost' | 'twin'
type Planned = { command: Command; way: Way; expected: string[]; order: number }

/** One step: the clock moves, some members act concurrently, and every response must be the model's. */
async function step(sim: Sim): Promise<void> {
  const { draw, result, model } = sim
  result.steps += 1
  await moveClock(sim)
  await changeSettings(sim)
  await dealTable(sim)
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
  // The pools notice their lost connections before the next command.
  if (breaking !== null) await new Promise((resolve) => setTimeout(resolve, 50))
  for (const player of acting) player.window = null
  const { earlier, now } = sim.decisionIds
  const tookEffect = now.filter((id) => model.decisionIds.has(id))
  sim.decisionIds = { earlier: [...earlier, ...tookEffect].slice(-50), now: [] }
  for (const player of sim.players) player.isWatched = false
  result.days = Math.floor((model.now - startsAt) / 86_400_000)
  if (result.steps % 12 === 0 || breaks !== null) await compare(sim, sim.comparedAt)
  if (result.steps % 200 === 0) sim.options.log(`step ${result.steps}, ${result.commands} commands, day ${result.days}`)
}

/** A player's commands of this step with the model's responses. Where connections break, a command may arrive twice. */
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
      const status = `${command.kind} ${answer.split(' ')[0] ?? ''}`
      result.outcomes.set(status, (result.outcomes.get(status) ?? 0) + 1)
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

/** Sends a player's commands in their order; those that stream are in flight together. */
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

async function answered(sim: Sim, { command, expected, order }: Planned, send: () => Promise<string>): Promise<void> {
  const real = await send().catch(nameOf)
  recordUnlessEqual(
    sim,
    { memberId: command.memberId, description: command.description, model: expected[0] ?? '', real },
    order,
  )
}

/** Sends a command to two processes at the same moment: it takes effect once. */
async function sendTwice(sim: Sim, { command, expected, order }: Planned): Promise<void> {
  const both = await Promise.all(sim.processes.map((process) => command.real(process).catch(nameOf)))
  const [model, real] = [expected.toSorted().join(' | '), both.toSorted().join(' | ')]
  recordUnlessEqual(
    sim,
    { memberId: command.memberId, description: `twice at once: ${command.description}`, model, real },
    order,
  )
}

/** Sends a command again until there is a response, as a caller does that lost the last one. */
async function retryUntilAnswered(sim: Sim, { command, expected, order }: Planned): Promise<void> {
  for (let attempts = 0; attempts < 200; attempts += 1) {
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

async function compare(sim: Sim, since: number): Promise<void> {
  for (const one of await compareAll(sim, since)) recordUnlessEqual(sim, { ...one, description: one.what })
  sim.comparedAt = sim.model.now
}

async function runOracle(sim: Sim, urls: DatabasePair): Promise<void> {
  const pool = createPool(urls.ownerUrl, { max: 1, statementTimeoutMs: 0, searchPath: clockSearchPath })
  try {
    const { faults } = await checkBooks(pool, { without: ['guards'] })
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

/** While commands run: cuts the connections, replaces the process by another one, or restarts it in order. */
async function breakConnections(sim: Sim, how: 'cut' | 'takeover' | 'restart', afterMs: number): Promise<void> {
  sim.result.crashes += 1
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  const [old] = sim.processes
  if (how === 'cut') return old.cut()
  sim.processes[0] = await sim.app.openProcess()
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
      throw new Error('a member signed in twice in one step')
    session.id = theirs.sessionId
    Object.assign(mine, theirs)
  }
}

async function openAllWindows(sim: Sim): Promise<void> {
  const wanted = [...sim.needs.windows].map(([windowId, { session, ...game }]) => ({ ...session, ...game, windowId }))
  sim.needs.windows.clear()
  if (wanted.length > 0) await openWindows(sim.app, wanted)
}
