import { Worker } from 'node:worker_threads'
import { compile } from '#domain/games/slot/compiled.ts'
import { drawFrom } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import { playUnits } from '#domain/games/slot/play.ts'
import { cipherStream } from './chance.ts'

/** The sums of many rounds; pays in units. */
export type SimulatedRounds = {
  rounds: number
  pay: number
  hits: number
  features: number
  freeSpins: number
  featurePay: number
  largest: number
}

/** A worker's task: the game, the number of rounds, and the name of its random stream. */
export type SimulationTask = { gameCode: string; rounds: number; seed: string }

/**
 * Plays rounds through the live engine, without events, on the cipher stream of `seed`: the same seed, the same sums.
 */
export function simulate(game: Game, rounds: number, seed: string): SimulatedRounds {
  const compiled = compile(game)
  const draw = drawFrom(cipherStream(`simulate ${game.code} ${seed}`))
  const sums: SimulatedRounds = { rounds, pay: 0, hits: 0, features: 0, freeSpins: 0, featurePay: 0, largest: 0 }
  for (let round = 0; round < rounds; round++) {
    const { pay, featurePay, freeSpins } = playUnits(compiled, draw, null)
    sums.pay += pay
    if (pay > 0) sums.hits += 1
    if (freeSpins > 0) {
      sums.features += 1
      sums.freeSpins += freeSpins
      sums.featurePay += featurePay
    }
    if (pay > sums.largest) sums.largest = pay
  }
  return sums
}

/** The same on `threads` worker threads, each with a stream of its own. Throws when a worker fails. */
export async function simulateOnThreads(game: Game, rounds: number, seed: string, threads: number) {
  const tasks = Array.from({ length: threads }, (_, index) => ({
    gameCode: game.code,
    rounds: Math.floor(rounds / threads) + Number(index < rounds % threads),
    seed: `${seed} thread ${index}`,
  }))
  return (await Promise.all(tasks.map(onThread))).reduce(added)
}

/** How far a simulated rate or mean lies from the exact one, in standard errors. */
export function zScore(simulated: number, exact: number, deviation: number, rounds: number): number {
  return (simulated - exact) / (deviation / Math.sqrt(rounds))
}

function onThread(task: SimulationTask): Promise<SimulatedRounds> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./simulate-worker.ts', import.meta.url), { workerData: task })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

function added(one: SimulatedRounds, other: SimulatedRounds): SimulatedRounds {
  return {
    rounds: one.rounds + other.rounds,
    pay: one.pay + other.pay,
    hits: one.hits + other.hits,
    features: one.features + other.features,
    freeSpins: one.freeSpins + other.freeSpins,
    featurePay: one.featurePay + other.featurePay,
    largest: Math.max(one.largest, other.largest),
  }
}
