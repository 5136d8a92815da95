import { Worker } from 'node:worker_threads'
import { compile } from '#domain/games/slot/compiled.ts'
import { drawFrom } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import { playUnits } from '#domain/games/slot/play.ts'
import type { RoundTally } from '#domain/games/slot/round-state.ts'
import { cipherStream } from './chance.ts'
import { z999 } from './interval.ts'

/** The sums of many rounds; pays in units. */
export type SimulatedRounds = {
  rounds: number
  pay: number
  /** The sum of the squares of the pays, for the deviation of a game that has no exact one. */
  squares: number
  hits: number
  /** Rounds with free spins. */
  features: number
  freeSpins: number
  /** What all features paid. */
  featurePay: number
  holds: number
  holdPay: number
  picks: number
  pickPay: number
  walks: number
  respinPay: number
  /** Rounds that the cap ended, and what it cut. */
  capped: number
  cut: number
  largest: number
  mostDraws: number
}

/** A worker's task: the game, the number of rounds, and the name of its random stream. */
export type SimulationTask = { game: Game; rounds: number; seed: string }

/**
 * Plays rounds through the live engine, without events, on the cipher stream of `seed`: the same seed, the same sums.
 */
export function simulate(game: Game, rounds: number, seed: string): SimulatedRounds {
  const compiled = compile(game)
  const draw = drawFrom(cipherStream(`simulate ${game.code} ${seed}`))
  const sums = noRounds()
  for (let round = 0; round < rounds; round++) addRound(sums, playUnits(compiled, draw, null))
  return sums
}

/** The same on `threads` worker threads, each with a stream of its own. Throws when a worker fails. */
export async function simulateOnThreads(game: Game, rounds: number, seed: string, threads: number) {
  const tasks = Array.from({ length: threads }, (_, index) => ({
    game,
    rounds: Math.floor(rounds / threads) + Number(index < rounds % threads),
    seed: `${seed} thread ${index}`,
  }))
  return (await Promise.all(tasks.map(onThread))).reduce(added)
}

/** How far a simulated rate or mean lies from the exact one, in standard errors. */
export function zScore(simulated: number, exact: number, deviation: number, rounds: number): number {
  return (simulated - exact) / (deviation / Math.sqrt(rounds))
}

/** The mean pay of simulated rounds in units, with the half width of its 99.9 % interval. */
export function simulatedMean({ rounds, pay, squares }: SimulatedRounds): { mean: number; half: number } {
  const mean = pay / rounds
  return { mean, half: z999 * Math.sqrt((squares / rounds - mean ** 2) / rounds) }
}

function noRounds(): SimulatedRounds {
  return {
    rounds: 0,
    pay: 0,
    squares: 0,
    hits: 0,
    features: 0,
    freeSpins: 0,
    featurePay: 0,
    holds: 0,
    holdPay: 0,
    picks: 0,
    pickPay: 0,
    walks: 0,
    respinPay: 0,
    capped: 0,
    cut: 0,
    largest: 0,
    mostDraws: 0,
  }
}

function addRound(sums: SimulatedRounds, round: RoundTally): void {
  const { total } = round
  sums.rounds += 1
  sums.pay += total
  sums.squares += total * total
  if (total > 0) sums.hits += 1
  sums.features += Number(round.freeSpins > 0)
  sums.freeSpins += round.freeSpins
  sums.featurePay += total - round.basePay
  sums.holds += Number(round.coins > 0)
  sums.holdPay += round.holdPay
  sums.picks += Number(round.picks > 0)
  sums.pickPay += round.pickPay
  sums.walks += Number(round.respins > 0)
  sums.respinPay += round.respinPay
  sums.capped += Number(round.isCapped)
  sums.cut += round.cut
  if (total > sums.largest) sums.largest = total
  if (round.draws > sums.mostDraws) sums.mostDraws = round.draws
}

function onThread(task: SimulationTask): Promise<SimulatedRounds> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./simulate-worker.ts', import.meta.url), { workerData: task })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** Sums add up; the largest win and the most draws are those of either. */
function added(one: SimulatedRounds, other: SimulatedRounds): SimulatedRounds {
  const sums = noRounds()
  for (const name of Object.keys(sums) as (keyof SimulatedRounds)[]) {
    const isMost = name === 'largest' || name === 'mostDraws'
    sums[name] = isMost ? Math.max(one[name], other[name]) : one[name] + other[name]
  }
  return sums
}
