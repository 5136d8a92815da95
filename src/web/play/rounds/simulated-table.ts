import type { PastTableRound, TableStep, WireOwnRound, WireSeries, WireTableRound } from '#contract/table.ts'
import { sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { chainLinks } from '#domain/games/table/chain.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { raceForm } from '#domain/games/table/race/form.ts'
import { saltHashOf, type SaltEntry } from '#domain/games/table/salt-list.ts'
import { isShoeGame, leastChip, linksOfSeries, tableHashOf, type TableGame } from '#domain/games/table/table-game.ts'
import { mostOnSpot } from '#domain/games/table/table-limits.ts'
import { tableByCode, type CatalogueTable } from '#domain/games/table/tables.ts'
import { roundsOfLinks } from '#domain/games/table/verify-series.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import type { PlayCall } from '#web/play/kit/calls.ts'
import { amountOf, confirmedStakes, returnedOf } from '#web/play/table/stakes.ts'
import type { TableSession } from '#web/play/table/table-session.ts'
import type { TableMessage, TableSource } from '#web/play/table/table-source.ts'
import { showsScene, stakesOfScene, type TableScene } from './scenes.ts'

/**
 * A table of any kind without a server, for the page of rounds: series of the domain's own functions from a chain that is no secret,
 * dealt by the page's clock. It keeps the rules of time and money as far as pictures need them.
 */

const betMs = 20_000
const pauseMs = 5000
/** The series in progress, and how many of its rounds are over. */
const seriesShown = 4
const dealtBefore = 38

/** The moment that the server's clock shows when the page is loaded. */
const startMs = Date.parse('2026-11-28T12:00:00Z')
const nowMs = (): number => startMs + performance.now()
const at = (ms: number): string => new Date(ms).toISOString()

const sheets = import.meta.glob<{ code: string; bets: { code: string; edgePercent: string }[] }>(
  '../../../../docs/par/table/*.json',
  { eager: true },
)
const seats = ['h***', '김***', 'm***', 'L***', '별***', 's***']

type Series = { series: WireSeries; outcomes: readonly TableOutcome[]; links: readonly string[] }

/** What changes while the table runs. */
type Running = {
  entry: CatalogueTable
  game: TableGame
  series: Series
  /** The place in the series of the round in progress. */
  index: number
  round: WireTableRound | null
  rounds: WireTableRound[]
  own: WireOwnRound | null
  balance: bigint
  step: number
  steps: TableStep[]
  tell: (message: TableMessage) => void
}

/** A table of a game in a scene. `outcomes`: what is dealt from then on; else a round of the series that shows the scene. */
export function simulateTable(
  code: string,
  scene: TableScene,
  outcomes: readonly TableOutcome[] = [],
): { session: TableSession; source: TableSource; game: TableGame } {
  const entry = tableByCode(code)
  if (!entry) throw new Error(`There is no table ${code}.`)
  const { game } = entry
  const drawn = seriesOf(game, seriesShown)
  const index = outcomes.length > 0 ? shownBefore(game) : indexFor(game, scene, drawn)
  const series = {
    ...drawn,
    outcomes: [...drawn.outcomes.slice(0, index), ...outcomes, ...drawn.outcomes.slice(index + outcomes.length)],
  }
  const running: Running = {
    entry,
    game,
    series,
    index,
    round: null,
    rounds: Array.from({ length: index }, (_, place) => settledRound(series, place)),
    own: null,
    balance: 12_845_000n * 10_000n,
    step: 100,
    steps: [],
    tell: () => undefined,
  }
  begin(running, scene)
  return { game, session: sessionOf(running), source: sourceOf(running, scene) }
}

function indexFor(game: TableGame, scene: TableScene, { outcomes }: Series): number {
  const before = shownBefore(game)
  const found = outcomes.findIndex((outcome, place) => place >= before && showsScene(game, scene, outcome))
  return found < 0 ? before : found
}

/** The rounds of the series that are over: a series of races is short. */
function shownBefore(game: TableGame): number {
  return isShoeGame(game) ? dealtBefore : Math.min(dealtBefore, linksOfSeries(game) - 8)
}

/** A series by its number, from 1. */
function seriesOf(game: TableGame, number: number): Series {
  const count = linksOfSeries(game)
  const length = 3 * count * seriesShown
  const firstLink = (number - 1) * count + 1
  const last = sha256(new TextEncoder().encode('a chain for pictures'))
  const chain = chainLinks({ last, length }, { from: 0, to: length }, sha256)
  const hex = (link: number) => toHex(chain[link] ?? last)
  const id = { table: `b1-${game.kind}`, game: game.code, firstLink, previousLink: hex(firstLink - 1) }
  const entries = ['seat-2b81', 'seat-7c40', 'seat-d3e9'].map((seat, place): SaltEntry => {
    const salt = sha256Hex(`${seat} ${number}`)
    const saltHash = saltHashOf(id, { seat, salt })
    return place === 2 && number % 2 === 0
      ? { seat, saltHash, salt: null, unmixed: 'missing' }
      : { seat, saltHash, salt, unmixed: null }
  })
  const list = { ...id, entries, lateSeats: [] }
  const links = Array.from({ length: count }, (_, place) => hex(firstLink + place))
  const isEnded = number < seriesShown
  const series: WireSeries = {
    ...id,
    chainEnd: hex(0),
    phase: isEnded ? 'ended' : 'running',
    phaseEndsAt: null,
    entries: [...entries],
    lateSeats: [],
    links: isEnded ? links : isShoeGame(game) ? [] : links.slice(0, dealtBefore),
  }
  return { series, outcomes: roundsOfLinks(game, list, links), links }
}

function settledRound({ outcomes, series }: Pick<Series, 'outcomes' | 'series'>, place: number): WireTableRound {
  const opensMs = startMs - (dealtBefore - place) * 38_000
  return {
    roundId: sha256Hex(`${series.firstLink} ${place}`).slice(0, 32),
    number: series.firstLink * 100 + place + 1,
    state: 'settled',
    opensAt: at(opensMs),
    closesAt: at(opensMs + betMs),
    outcome: outcomes[place] ?? null,
    voidReason: null,
  }
}

function openRound(running: Running, leftMs: number): WireTableRound {
  const closesMs = nowMs() + leftMs
  return {
    ...settledRound(running.series, running.index),
    state: 'open',
    opensAt: at(closesMs - betMs),
    closesAt: at(closesMs),
    outcome: null,
  }
}

/** Puts the table into its scene. */
function begin(running: Running, scene: TableScene): void {
  const { entry, game, series } = running
  const outcome = series.outcomes[running.index] ?? null
  if (scene === 'salts') {
    const salts = { ...series.series, phase: 'salts' as const, phaseEndsAt: at(nowMs() + 6000) }
    running.series = { ...series, series: salts }
    running.rounds = []
    return
  }
  if (scene === 'resting') return
  running.round = openRound(running, scene === 'last-seconds' ? 4200 : 14_600)
  for (const [spot, stake] of stakesOfScene(game, scene, outcome)) addPlacement(running, `${spot} 0`, [{ spot, stake }])
  if (scene === 'dealing' || scene === 'late') running.round = { ...running.round, closesAt: at(nowMs() + 400) }
  if (scene === 'won' || scene === 'lost' || scene === 'tie') {
    running.round = { ...running.round, state: 'dealt', outcome, closesAt: at(nowMs() - entry.dealMs) }
  }
}

function addPlacement(running: Running, requestId: string, spots: { spot: string; stake: string }[]): WireOwnRound {
  const placed = [...(running.own?.placements ?? []), { requestId, spots, undone: false }]
  const stake = spots.reduce((sum, one) => sum + amountOf(one.stake), 0n)
  running.balance -= stake
  running.own = {
    staked: amountToWire(amountOf(running.own?.staked ?? '0') + stake),
    returned: null,
    placements: placed,
  }
  return running.own
}

function undo(running: Running, placement: string | undefined): WireOwnRound {
  const before = running.own ?? { staked: '0', returned: null, placements: [] }
  const placements = before.placements.map((one) =>
    placement === undefined || one.requestId === placement ? { ...one, undone: true } : one,
  )
  const staked = placements
    .filter(({ undone }) => !undone)
    .flatMap(({ spots }) => spots)
    .reduce((sum, { stake }) => sum + amountOf(stake), 0n)
  running.balance += amountOf(before.staked) - staked
  running.own = { ...before, staked: amountToWire(staked), placements }
  return running.own
}

/** Totals of the table and the seats, with what others have staked. */
function betsOf({ game, own, round }: Running): Pick<TableSession, 'totals' | 'seats'> {
  const isEmpty = round === null
  const others = [1_250_000, 830_000, 45_000, 15_000, 20_000]
  const mine = confirmedStakes(own)
  const totals = others.flatMap((amount, index) => {
    const spot = game.spots[index]?.code
    if (spot === undefined) return []
    const stake = amountToWire(BigInt(isEmpty ? 0 : amount) * 10_000n + (mine.get(spot) ?? 0n))
    return [{ spot, stake, members: isEmpty ? 0 : 5 - index + (mine.has(spot) ? 1 : 0) }]
  })
  const staked = [155_000, 60_000, 0, 320_000, 26_000, 5000]
  return { totals, seats: seats.map((name, index) => ({ name, staked: String(isEmpty ? 0 : (staked[index] ?? 0)) })) }
}

type StepBody = TableStep extends infer Step ? (Step extends TableStep ? Omit<Step, 'number' | 'at'> : never) : never

function announce(running: Running, body: StepBody): void {
  running.step += 1
  const step = { ...body, number: running.step, at: at(nowMs()) }
  running.steps.push(step)
  running.tell({ kind: 'table', step })
  running.tell({ kind: 'table-bets', ...betsOf(running) })
}

/** Runs the rounds: each act names when the next one comes, in ms. */
function act(running: Running, scene: TableScene): number | null {
  const { entry, round, series, game, index } = running
  if (round === null) return null
  const { roundId } = round
  switch (round.state) {
    case 'open':
      if (Date.parse(round.closesAt) > nowMs()) return 100
      if (scene === 'void') return voided(running, round)
      running.round = { ...round, state: 'closed' }
      announce(running, { kind: 'closed', roundId })
      return 500
    case 'closed': {
      const outcome = series.outcomes[index]
      if (!outcome) return null
      running.round = { ...round, state: 'dealt', outcome }
      const links = isShoeGame(game) ? [] : series.links.slice(index, index + 1)
      announce(running, { kind: 'dealt', roundId, outcome, links })
      return entry.dealMs
    }
    case 'dealt': {
      running.round = { ...round, state: 'settled' }
      running.rounds.push(running.round)
      const returned = round.outcome ? returnedOf(game, confirmedStakes(running.own), round.outcome) : 0n
      running.balance += returned
      if (running.own) running.own = { ...running.own, returned: amountToWire(returned) }
      announce(running, { kind: 'settled', roundId })
      return pauseMs
    }
    case 'settled':
    case 'void':
      running.index += 1
      running.own = null
      running.round = openRound(running, betMs)
      announce(running, { kind: 'opened', round: running.round })
      return 100
  }
}

function voided(running: Running, round: WireTableRound): number {
  running.round = { ...round, state: 'void', voidReason: 'interrupted' }
  running.rounds.push(running.round)
  if (running.own) {
    running.balance += amountOf(running.own.staked)
    running.own = { ...running.own, returned: running.own.staked }
  }
  announce(running, { kind: 'void', roundId: round.roundId, reason: 'interrupted' })
  return pauseMs
}

function sourceOf(running: Running, scene: TableScene): TableSource {
  const call = (async (name: string, body: Record<string, unknown>) => {
    // About as long as a server takes.
    await new Promise((done) => setTimeout(done, 60))
    return { kind: 'answer', answer: answerOf(running, name, body) }
  }) as unknown as PlayCall
  return {
    call,
    listen({ onMessage }) {
      running.tell = onMessage
      let timer: ReturnType<typeof setTimeout>
      const next = () => {
        const ms = act(running, scene)
        if (ms !== null) timer = setTimeout(next, ms)
      }
      timer = setTimeout(() => (scene === 'resting' ? announce(running, { kind: 'resting' }) : next()), 250)
      return { isLive: () => true, stop: () => clearTimeout(timer) }
    },
    loadSeries(_table, firstLink) {
      const { game, rounds, series: shown } = running
      const loaded = seriesOf(game, (firstLink - 1) / linksOfSeries(game) + 1)
      if (loaded.series.firstLink === shown.series.firstLink)
        return Promise.resolve({ status: 'success', mathHash: tableHashOf(game), series: loaded.series, rounds })
      const all = loaded.outcomes.map((_, place) => settledRound(loaded, place))
      return Promise.resolve({ status: 'success', mathHash: tableHashOf(game), series: loaded.series, rounds: all })
    },
  }
}

function answerOf(running: Running, name: string, body: Record<string, unknown>): object {
  const money = () => ({ balance: amountToWire(running.balance), own: running.own })
  switch (name) {
    case 'place-bet': {
      const { requestId, spots } = body as { requestId: string; spots: { spot: string; stake: string }[] }
      if (running.round?.state !== 'open') return { status: 'late' }
      addPlacement(running, requestId, spots)
      return { status: 'success', ...money() }
    }
    case 'undo-bets':
      undo(running, body['placement'] as string | undefined)
      return { status: 'success', ...money() }
    case 'get-table':
      return { status: 'success', now: at(nowMs()), steps: [], ...money(), ...betsOf(running) }
    case 'get-table-rounds': {
      const past = running.rounds.toReversed().map((round, index): PastTableRound => pastOf(running, round, index))
      const listed = body['own'] === true ? past.filter(({ own }) => own !== null) : past
      return { status: 'success', rounds: listed.slice(0, 20), maxCount: listed.length }
    }
    default:
      return { status: 'success' }
  }
}

/** Every third round has a bet of the member, on the first spot. */
function pastOf({ game, series: { series } }: Running, round: WireTableRound, index: number): PastTableRound {
  const spot = game.spots[0]?.code ?? ''
  const of = { round, series: { firstLink: series.firstLink, chainEnd: series.chainEnd } }
  if (index % 3 !== 0 || round.outcome === null) return { ...of, own: null }
  const returned = amountToWire(returnedOf(game, new Map([[spot, wholeUnits(20_000)]]), round.outcome))
  const placements = [{ requestId: round.roundId, spots: [{ spot, stake: '20000' }], undone: false }]
  return { ...of, own: { staked: '20000', returned, placements } }
}

/** The usual settings: long odds take small chips. */
function limitsFor({ kind }: TableGame): { most: number; chips: number[] } {
  return kind === 'race'
    ? { most: 3_000_000, chips: [100, 500, 1000, 5000, 10_000, 50_000] }
    : { most: 500_000, chips: [1000, 5000, 10_000, 50_000, 100_000] }
}

function sessionOf(running: Running): TableSession {
  const { entry, game, series, round, rounds, own } = running
  const bets = Object.values(sheets).find(({ code }) => code === game.code)?.bets ?? []
  const { most, chips } = limitsFor(game)
  const limit = { most: wholeUnits(most), chip: wholeUnits(leastChip(game)) }
  return {
    status: 'success',
    game: { code: game.code, company: 'baize-live', names: entry.names, mathHash: tableHashOf(game) },
    table: series.series.table,
    seat: 'seat-7c40',
    limits: {
      chips: chips.map(String),
      leastStake: String(chips[0]),
      spots: game.spots.map((spot) => ({
        spot: spot.code,
        most: amountToWire(mostOnSpot(spot, limit)),
        edge: bets.find(({ code }) => code === spot.code)?.edgePercent ?? '0',
      })),
    },
    balance: amountToWire(running.balance),
    currency: 'KRW',
    member: 'simulated',
    signedInAt: at(startMs - 2_400_000),
    now: at(nowMs()),
    step: running.step,
    series: series.series,
    round,
    own,
    ...betsOf(running),
    rounds,
    form: game.kind === 'race' ? raceForm(rounds.flatMap(({ outcome }) => outcome ?? [])) : null,
    betSeconds: betMs / 1000,
    dealMs: entry.dealMs,
    realityCheckMs: 0,
    mode: 'play',
    timeZone: 'Asia/Seoul',
  }
}
