import type { PastSeatRound } from '#contract/seat-round.ts'
import type { SeedPair } from '#contract/slot.ts'
import type { BlackjackAction } from '#domain/games/blackjack/events.ts'
import { blackjackHashOf, leastBlackjackStake, type BlackjackGame } from '#domain/games/blackjack/game.ts'
import {
  finishByDefault,
  legalActions,
  replay,
  settlementOf,
  stakedUnits,
  step,
} from '#domain/games/blackjack/round.ts'
import type { BlackjackState } from '#domain/games/blackjack/state.ts'
import { visibleState } from '#domain/games/blackjack/visible.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { seatGameByCode } from '#domain/games/seat-games.ts'
import { fromHex, hmacSha256, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { amountFromWire, amountToWire, wholeUnits } from '#domain/money.ts'
import type { PlayCall } from '#web/play/kit/calls.ts'
import type { SeatSession } from '#web/play/seat/seat-session.ts'
import { decisionsOfScene, type SeatScene } from './seat-scenes.ts'

/**
 * A seat of one's own without a server, for the page of rounds: rounds of the domain's own functions from seeds that are no secret,
 * decided by the page's clock. It keeps the rules of time and money as far as pictures need them.
 */

const decisionSeconds = 60
/** How many rounds the history has. */
const pastRounds = 24
/** Among so many rounds of a pair one shows each scene. */
const searched = 20_000
const stakeUnits = 50_000

/** The moment that the server's clock shows when the page is loaded. */
const startMs = Date.parse('2026-11-28T12:00:00Z')
const nowMs = (): number => startMs + performance.now()
const at = (ms: number): string => new Date(ms).toISOString()

type Seeds = { pair: number; serverSeed: string; clientSeed: string }

/** A round that is played, by its number and decisions. */
type Played = {
  nonce: number
  seeds: Seeds
  stake: bigint
  betMs: number
  decisions: { action: BlackjackAction; isDefault: boolean }[]
  decidedMs: number
}

type Running = {
  game: BlackjackGame
  round: Played | null
  /** The number of the next round. */
  nonce: number
  past: Played[]
  balance: bigint
}

/** A seat of a game in a scene. Throws RangeError where no round shows it. */
export function simulateSeat(code: string, scene: SeatScene): { session: SeatSession; call: PlayCall } {
  const entry = seatGameByCode(code)
  if (!entry) throw new RangeError(`There is no game ${code} with a seat of one's own.`)
  const { game, names, company } = entry
  const shown = decisionsOfScene(scene) === null ? null : roundOfScene(game, scene)
  const nonce = shown?.nonce ?? pastRounds + 1
  const running: Running = {
    game,
    round: shown,
    nonce: shown ? nonce + 1 : nonce,
    past: pastOf(game, nonce),
    balance: wholeUnits(1_000_000),
  }
  if (shown && isOver(game, shown)) running.past.unshift(shown)
  const session: SeatSession = {
    status: 'success',
    game: { code, company, names, mathHash: blackjackHashOf(game) },
    limits: {
      chips: ['1000', '5000', '10000', '50000', '100000'],
      leastStake: '1000',
      mostStake: '500000',
      step: amountToWire(leastBlackjackStake(game)),
    },
    edge: sheet?.bets.find((bet) => bet.code === 'hand')?.edgePercent ?? '0',
    balance: amountToWire(running.balance),
    currency: 'KRW',
    member: 'simulated',
    fairness: {
      pair: seedsOf(2).pair,
      scheme: 'chain',
      serverSeedHash: commitmentOf(seedsOf(2)),
      nextServerSeedHash: commitmentOf(seedsOf(3)),
      clientSeed: seedsOf(2).clientSeed,
      nonce: running.nonce,
    },
    signedInAt: at(startMs - 2_400_000),
    now: at(nowMs()),
    round: running.round ? wireOf(game, running.round) : null,
    closed: false,
    decisionSeconds,
    minRoundMs: 600,
    realityCheckMs: 0,
    mode: 'play',
    timeZone: 'Asia/Seoul',
  }
  return { session, call: callOf(running, session) }
}

const sheets = import.meta.glob<{ bets: { code: string; edgePercent: string }[] }>(
  '../../../../docs/par/table/blackjack.json',
  { eager: true },
)
const [sheet] = Object.values(sheets)

/** The pairs of the member: the first has ended, the second is in use. */
function seedsOf(pair: number): Seeds {
  return { pair, serverSeed: sha256Hex(`the server seed of pair ${pair}`), clientSeed: `simulated-seed-${pair}` }
}

function commitmentOf({ serverSeed }: Seeds): string {
  return toHex(sha256(fromHex(serverSeed)))
}

function stateOf(game: BlackjackGame, { nonce, seeds, decisions }: Omit<Played, 'stake' | 'betMs' | 'decidedMs'>) {
  const { serverSeed, clientSeed } = seeds
  const draw = seededDraw(hmacSha256, { serverSeed: fromHex(serverSeed), clientSeed, gameCode: game.code, nonce })
  return replay(
    game,
    draw,
    decisions.map(({ action }) => action),
  ).state
}

function isOver(game: BlackjackGame, round: Played): boolean {
  return stateOf(game, round).isOver
}

/** The first round whose cards and decisions show the scene. */
function roundOfScene(game: BlackjackGame, scene: SeatScene): Played {
  const seeds = seedsOf(2)
  for (let nonce = pastRounds + 1; nonce <= searched; nonce += 1) {
    const decisions = decisionsOfScene(scene)?.(game, stateOf(game, { nonce, seeds, decisions: [] })) ?? null
    if (decisions === null) continue
    const leftMs = scene === 'last-seconds' ? 7_000 : decisionSeconds * 1000 - 400
    const decidedMs = nowMs() - decisionSeconds * 1000 + leftMs
    return {
      nonce,
      seeds,
      stake: wholeUnits(stakeUnits),
      betMs: decidedMs - 4_000,
      decisions: [...decisions],
      decidedMs,
    }
  }
  throw new RangeError(`No round shows the scene ${scene}.`)
}

/** Rounds before a number, newest first, whose decisions follow one rule: stand from 17 on. */
function pastOf(game: BlackjackGame, before: number): Played[] {
  return Array.from({ length: pastRounds }, (_, index): Played => {
    const nonce = before - 1 - index
    const betMs = startMs - (index + 1) * 41_000
    const seeds = seedsOf(index < pastRounds / 2 ? 2 : 1)
    const round: Played = {
      nonce,
      seeds,
      stake: wholeUnits(10_000 * (1 + (index % 5))),
      betMs,
      decisions: [],
      decidedMs: betMs,
    }
    for (let state = stateOf(game, round); !state.isOver; state = stateOf(game, round)) {
      round.decisions.push({ action: usualAction(game, state), isDefault: false })
    }
    return round
  })
}

function usualAction(game: BlackjackGame, state: BlackjackState): BlackjackAction {
  const { hands, active } = visibleState(game, state)
  const possible = legalActions(game, state).map(({ action }) => action)
  const total = hands[active ?? 0]?.total.total ?? 0
  const wanted = ['decline', 'split', total === 11 ? 'double' : total < 17 ? 'hit' : 'stand'] as const
  return wanted.find((action) => possible.includes(action)) ?? 'stand'
}

function wireOf(game: BlackjackGame, played: Played): PastSeatRound {
  const { nonce, seeds, stake, decisions } = played
  const state = stateOf(game, played)
  const result = settlementOf(state)
  const unit = stake / BigInt(game.unitsPerStake)
  const isEnded = seeds.pair < 2
  return {
    roundId: sha256Hex(`round ${nonce}`).slice(0, 32),
    nonce,
    pair: seeds.pair,
    betTime: at(played.betMs),
    state: result ? 'settled' : 'open',
    stake: amountToWire(stake),
    unit: amountToWire(unit),
    staked: amountToWire(unit * BigInt(stakedUnits(game, state))),
    returned: result ? amountToWire(unit * BigInt(result.returned)) : null,
    decisions,
    decision: result ? null : { number: decisions.length + 1, until: at(played.decidedMs + decisionSeconds * 1000) },
    view: visibleState(game, state),
    voidReason: null,
    scheme: 'chain',
    game: game.code,
    mathHash: blackjackHashOf(game),
    serverSeedHash: commitmentOf(seeds),
    clientSeed: seeds.clientSeed,
    serverSeed: isEnded ? seeds.serverSeed : null,
  }
}

function callOf(running: Running, session: SeatSession): PlayCall {
  return (async (name: string, body: Record<string, unknown>) => {
    // About as long as a server takes.
    await new Promise((done) => setTimeout(done, 60))
    return { kind: 'answer', answer: answerOf(running, session, name, body) }
  }) as unknown as PlayCall
}

function answerOf(running: Running, session: SeatSession, name: string, body: Record<string, unknown>): object {
  const { game } = running
  switch (name) {
    case 'begin-seat-round': {
      const stake = amountFromWire(String(body['stake'])) ?? 0n
      running.balance -= stake
      const { nonce } = running
      running.nonce += 1
      running.round = { nonce, seeds: seedsOf(2), stake, betMs: nowMs(), decisions: [], decidedMs: nowMs() }
      return answeredBy(running)
    }
    case 'decide-seat-round': {
      const { round } = running
      if (!round) return { status: 'none' }
      const before = stateOf(game, round)
      const action = body['action'] as BlackjackAction
      const stepped = step(game, before, action)
      if (stepped.kind === 'refused') return { status: 'action' }
      const unit = round.stake / BigInt(game.unitsPerStake)
      running.balance -= unit * BigInt(stakedUnits(game, stepped.state) - stakedUnits(game, before))
      round.decisions.push({ action, isDefault: false })
      round.decidedMs = nowMs()
      return answeredBy(running)
    }
    case 'get-seat-session': {
      decideByDefault(running)
      const { round, balance } = running
      const current = { now: at(nowMs()), balance: amountToWire(balance), round: round && wireOf(game, round) }
      return { ...session, ...current }
    }
    case 'get-seat-rounds': {
      const { skip = 0, take = 20 } = body as { skip?: number; take?: number }
      const rounds = running.past.slice(skip, skip + take).map((past) => wireOf(game, past))
      return { status: 'success', rounds, maxCount: running.past.length }
    }
    case 'get-seat-round': {
      const round = running.past.map((past) => wireOf(game, past)).find(({ roundId }) => roundId === body['roundId'])
      return round ? { status: 'success', round } : { status: 'none' }
    }
    case 'get-seeds':
      return { status: 'success', member: session.member, pairs: [pairOf(running, 2), pairOf(running, 1)], maxCount: 2 }
    default:
      return { status: 'success' }
  }
}

/** What a begun or decided round answers; what it returns is booked with its result. */
function answeredBy(running: Running): object {
  const { game, round } = running
  if (!round) return { status: 'none' }
  const wire = wireOf(game, round)
  if (wire.state === 'settled') {
    running.balance += amountFromWire(wire.returned ?? '0') ?? 0n
    running.past.unshift(round)
  }
  return { status: 'success', now: at(nowMs()), balance: amountToWire(running.balance), round: wire }
}

/** A round whose time is over takes the default decisions. */
function decideByDefault(running: Running): void {
  const { game, round } = running
  if (!round || isOver(game, round) || nowMs() < round.decidedMs + decisionSeconds * 1000) return
  const { decisions } = finishByDefault(game, stateOf(game, round))
  round.decisions.push(...decisions.map((action) => ({ action, isDefault: true })))
  answeredBy(running)
}

function pairOf({ past }: Running, pair: number): SeedPair {
  const seeds = seedsOf(pair)
  const numbers = past.filter((one) => one.seeds.pair === pair).map(({ nonce }) => nonce)
  const begunAt = at(startMs - (3 - pair) * 3_600_000)
  return {
    pair,
    scheme: 'chain',
    serverSeedHash: commitmentOf(seeds),
    nextServerSeedHash: commitmentOf(seedsOf(pair + 1)),
    clientSeed: seeds.clientSeed,
    serverSeed: pair < 2 ? seeds.serverSeed : null,
    committedAt: begunAt,
    begunAt,
    revealedAt: pair < 2 ? at(startMs - 3_600_000) : null,
    firstNonce: Math.min(...numbers),
    lastNonce: Math.max(...numbers),
  }
}
