import type { PastTableRound, TableStep, WireOwnRound, WireSeries, WireTableRound } from '#contract/table.ts'
import { hmacSha256, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { chainLinks } from '#domain/games/table/chain.ts'
import type { BaccaratOutcome, TableOutcome } from '#domain/games/table/outcome.ts'
import { roadRoundOf } from '#domain/games/table/roads/road-round.ts'
import { mixOf, saltHashOf, type SaltEntry } from '#domain/games/table/salt-list.ts'
import { shoeOfLink } from '#domain/games/table/series.ts'
import { roundsOfShoe } from '#domain/games/table/shoe.ts'
import { isShoeGame, tableHashOf, type ShoeGame } from '#domain/games/table/table-game.ts'
import { tableByCode } from '#domain/games/table/tables.ts'
import { amountToWire } from '#domain/money.ts'
import type { PlayCall } from '#web/play/kit/calls.ts'
import { amountOf, confirmedStakes, returnedOf } from '#web/play/table/stakes.ts'
import type { TableSession } from '#web/play/table/table-session.ts'
import type { TableMessage, TableSource } from '#web/play/table/table-source.ts'

/**
 * A table without a server, for the page of rounds: shoes of the domain's own functions from a chain that is no secret, dealt by
 * the page's clock. It keeps the rules of time and money as far as pictures need them.
 */

export const tableKinds = [
  'open',
  'bets',
  'last-seconds',
  'dealing',
  'third',
  'won',
  'lost',
  'tie',
  'void',
  'salts',
  'resting',
  'roads',
  'history',
  'fairness',
  'info',
] as const
export type TableKind = (typeof tableKinds)[number]

const betMs = 20_000
const dealMs = 8000
const pauseMs = 5000
const chainLength = 12
const shoeNumber = 4
const dealtBefore = 38

/** The moment that the server's clock shows when the page is loaded. */
const startMs = Date.parse('2026-11-28T12:00:00Z')
const nowMs = (): number => startMs + performance.now()
const at = (ms: number): string => new Date(ms).toISOString()

const most = { banker: 500_000, player: 500_000, tie: 60_000, 'player-pair': 45_000, 'banker-pair': 45_000 }
const edges = { banker: '1.0579', player: '1.2351', tie: '14.3596', 'player-pair': '10.3614', 'banker-pair': '10.3614' }
const noCommissionEdge = '1.4581'
const seats = ['h***', '김***', 'm***', 'L***', '별***', 's***']

type Shoe = { series: WireSeries; outcomes: readonly BaccaratOutcome[] }

/** What changes while the table runs. */
type Running = {
  game: ShoeGame
  shoe: Shoe
  /** The place in the shoe of the round in progress. */
  index: number
  round: WireTableRound | null
  rounds: WireTableRound[]
  own: WireOwnRound | null
  balance: bigint
  step: number
  steps: TableStep[]
  tell: (message: TableMessage) => void
}

/** A table in a state of its round. `code`: that of a game of Baccarat. */
export function simulateTable(
  code: string,
  kind: TableKind,
): { session: TableSession; source: TableSource; game: ShoeGame } {
  const game = tableByCode(code)?.game
  if (!game || !isShoeGame(game)) throw new Error(`No table ${code} can be simulated.`)
  const shoe = shoeOf(game, shoeNumber)
  const index = indexFor(kind, shoe)
  const running: Running = {
    game,
    shoe,
    index,
    round: null,
    rounds: Array.from({ length: index }, (_, place) => settledRound(shoe, place)),
    own: null,
    balance: 12_845_000n * 10_000n,
    step: 100,
    steps: [],
    tell: () => undefined,
  }
  begin(running, kind)
  return { game, session: sessionOf(running, code), source: sourceOf(running, kind) }
}

/** The place of the round that shows a kind: with two third cards, or with the winner that it needs. */
function indexFor(kind: TableKind, { outcomes }: Shoe): number {
  const fits = (outcome: BaccaratOutcome): boolean => {
    const { winner } = roadRoundOf(outcome)
    if (kind === 'third') return outcome.player.length === 3 && outcome.banker.length === 3
    if (kind === 'tie') return winner === 'tie'
    return kind === 'won' || kind === 'lost' ? winner === 'banker' : true
  }
  const found = outcomes.findIndex((outcome, place) => place >= dealtBefore && fits(outcome))
  return found < 0 ? dealtBefore : found
}

function shoeOf(game: ShoeGame, number: number): Shoe {
  const last = sha256(new TextEncoder().encode('a chain for pictures'))
  const links = chainLinks({ last, length: chainLength }, { from: 0, to: chainLength }, sha256)
  const hex = (link: number) => toHex(links[link] ?? last)
  const id = { table: 'b1-baccarat', game: game.code, firstLink: number, previousLink: hex(number - 1) }
  const entries = ['seat-2b81', 'seat-7c40', 'seat-d3e9'].map((seat, place): SaltEntry => {
    const salt = sha256Hex(`${seat} ${number}`)
    const saltHash = saltHashOf(id, { seat, salt })
    return place === 2 && number % 2 === 0
      ? { seat, saltHash, salt: null, unmixed: 'missing' }
      : { seat, saltHash, salt, unmixed: null }
  })
  const list = { ...id, entries, lateSeats: [] }
  const shoe = shoeOfLink(game, { link: links[number] ?? last, number, mix: mixOf(list) }, hmacSha256)
  const outcomes = roundsOfShoe(game, shoe).flatMap((one) => (one.kind === 'baccarat' ? [one] : []))
  const isEnded = number < shoeNumber
  const series: WireSeries = {
    ...id,
    chainEnd: hex(0),
    phase: isEnded ? 'ended' : 'running',
    phaseEndsAt: null,
    entries: [...entries],
    lateSeats: [],
    links: isEnded ? [hex(number)] : [],
  }
  return { series, outcomes }
}

function settledRound({ outcomes, series }: Shoe, place: number): WireTableRound {
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
    ...settledRound(running.shoe, running.index),
    state: 'open',
    opensAt: at(closesMs - betMs),
    closesAt: at(closesMs),
    outcome: null,
  }
}

/** Puts the table into the state of a kind. */
function begin(running: Running, kind: TableKind): void {
  const outcome = running.shoe.outcomes[running.index] ?? null
  if (kind === 'salts') {
    running.shoe = {
      ...running.shoe,
      series: { ...running.shoe.series, phase: 'salts', phaseEndsAt: at(nowMs() + 6000) },
    }
    running.rounds = []
    return
  }
  if (kind === 'resting') return
  running.round = openRound(running, kind === 'last-seconds' ? 4200 : 14_600)
  const stakes: Partial<Record<TableKind, [string, string][]>> = {
    bets: [
      ['player', '26000'],
      ['tie', '6000'],
      ['player-pair', '5000'],
    ],
    'last-seconds': [['banker', '155000']],
    dealing: [['banker', '50000']],
    third: [['banker', '50000']],
    won: [
      ['banker', '60000'],
      ['banker-pair', '5000'],
    ],
    lost: [
      ['player', '100000'],
      ['tie', '5000'],
      ['banker', '20000'],
    ],
    tie: [
      ['tie', '10000'],
      ['banker', '50000'],
    ],
    void: [['player', '26000']],
  }
  for (const [spot, stake] of stakes[kind] ?? []) addPlacement(running, `${spot} 0`, [{ spot, stake }])
  if (kind === 'dealing' || kind === 'third') running.round = { ...running.round, closesAt: at(nowMs() + 400) }
  if (kind === 'won' || kind === 'lost' || kind === 'tie') {
    running.round = { ...running.round, state: 'dealt', outcome, closesAt: at(nowMs() - dealMs) }
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
function betsOf({ own, round }: Running): Pick<TableSession, 'totals' | 'seats'> {
  const isEmpty = round === null
  const others = { banker: 1_250_000, player: 830_000, tie: 45_000, 'player-pair': 15_000, 'banker-pair': 20_000 }
  const mine = confirmedStakes(own)
  const totals = Object.entries(others).map(([spot, amount], index) => ({
    spot,
    stake: amountToWire(BigInt(isEmpty ? 0 : amount) * 10_000n + (mine.get(spot) ?? 0n)),
    members: isEmpty ? 0 : 5 - index + (mine.has(spot) ? 1 : 0),
  }))
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
function act(running: Running, kind: TableKind): number | null {
  const { round, shoe, game } = running
  if (round === null) return null
  const { roundId } = round
  switch (round.state) {
    case 'open':
      if (Date.parse(round.closesAt) > nowMs()) return 100
      if (kind === 'void') return voided(running, round)
      running.round = { ...round, state: 'closed' }
      announce(running, { kind: 'closed', roundId })
      return 500
    case 'closed': {
      const outcome: TableOutcome | undefined = shoe.outcomes[running.index]
      if (!outcome) return null
      running.round = { ...round, state: 'dealt', outcome }
      announce(running, { kind: 'dealt', roundId, outcome, links: [] })
      return dealMs
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

function sourceOf(running: Running, kind: TableKind): TableSource {
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
        const ms = act(running, kind)
        if (ms !== null) timer = setTimeout(next, ms)
      }
      timer = setTimeout(next, 250)
      return { isLive: () => true, stop: () => clearTimeout(timer) }
    },
    loadSeries: (_table, firstLink) => {
      const shoe = shoeOf(running.game, firstLink)
      const rounds = shoe.outcomes.map((_, place) => settledRound(shoe, place))
      return Promise.resolve({ status: 'success', series: shoe.series, rounds })
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

/** Every third round has a bet of the member, on the banker. */
function pastOf({ game, shoe }: Running, round: WireTableRound, index: number): PastTableRound {
  const series = { firstLink: shoe.series.firstLink }
  if (index % 3 !== 0 || round.outcome === null) return { round, own: null, series }
  const stakes = new Map([['banker', 20_000n * 10_000n]])
  const returned = amountToWire(returnedOf(game, stakes, round.outcome))
  const placements = [{ requestId: round.roundId, spots: [{ spot: 'banker', stake: '20000' }], undone: false }]
  return { round, own: { staked: '20000', returned, placements }, series }
}

function sessionOf(running: Running, code: string): TableSession {
  const { game, shoe, round, rounds, own } = running
  const names = tableByCode(code)?.names ?? { ko: code, en: code, jp: code, vn: code, cn: code }
  const edgeOf = (spot: keyof typeof edges) =>
    code === 'no-commission-baccarat' && spot === 'banker' ? noCommissionEdge : edges[spot]
  return {
    status: 'success',
    game: { code, company: 'baize-live', names, mathHash: tableHashOf(game) },
    table: shoe.series.table,
    seat: 'seat-7c40',
    limits: {
      chips: ['1000', '5000', '10000', '50000', '100000'],
      leastStake: '1000',
      spots: game.spots.map(({ code: spot }) => ({
        spot,
        most: String(most[spot as keyof typeof most]),
        edge: edgeOf(spot as keyof typeof edges),
      })),
    },
    balance: amountToWire(running.balance),
    currency: 'KRW',
    member: 'simulated',
    signedInAt: at(startMs - 2_400_000),
    now: at(nowMs()),
    step: running.step,
    series: shoe.series,
    round,
    own,
    ...betsOf(running),
    rounds,
    betSeconds: betMs / 1000,
    dealMs,
    realityCheckMs: 0,
    mode: 'play',
    timeZone: 'Asia/Seoul',
  }
}
