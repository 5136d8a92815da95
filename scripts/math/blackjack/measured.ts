import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { basicStrategy } from '#domain/games/blackjack/basic-strategy.ts'
import { blackjackHashOf, type BlackjackGame } from '#domain/games/blackjack/game.ts'
import { canonicalJson } from '#domain/games/math-hash.ts'
import { nodeSha256Hex } from '../chance.ts'
import { z999 } from '../interval.ts'
import { addedCounts, blockRounds, simulateBlock, type NetCounts, type RoundCounts } from './simulation.ts'

/** The committed counts of a long simulation, and the figures that follow from them. */
export type BlackjackMeasurement = {
  mathHash: string
  /** SHA-256 of the canonical JSON of the basic strategy with which it was played. */
  strategyHash: string
  seed: string
  blocks: number
  /** Of the first block alone, so that a test can play it again. */
  first: RoundCounts
  all: RoundCounts
}

const folder = new URL('../../../docs/par/table/', import.meta.url)

/** The file of a measurement, from the root of the repository. */
export function logPath({ code }: Pick<BlackjackGame, 'code'>): string {
  return `docs/par/table/${code}.log`
}

/** The committed measurement; null when there is none for the present mathematics and strategy. */
export function measurementOf(game: BlackjackGame): BlackjackMeasurement | null {
  let text: string
  try {
    text = readFileSync(new URL(`${game.code}.log`, folder), 'utf8')
  } catch {
    return null
  }
  const found = JSON.parse(text) as BlackjackMeasurement
  return found.mathHash === blackjackHashOf(game) && found.strategyHash === strategyHash() ? found : null
}

function strategyHash(): string {
  return nodeSha256Hex(canonicalJson(basicStrategy))
}

const blocksBetweenWrites = 50

/**
 * Simulates until at least so many rounds are counted, on this thread. It goes on from the committed counts of the same mathematics, strategy and
 * seed, and writes them every 50 blocks, so that it can be ended and started again at any time.
 */
export async function measureBlackjack(
  game: BlackjackGame,
  { rounds, seed, onWrite }: { rounds: number; seed: string; onWrite: (measurement: BlackjackMeasurement) => void },
): Promise<BlackjackMeasurement> {
  const before = measurementOf(game)
  let measurement = before?.seed === seed ? before : firstBlock(game, seed)
  while (measurement.all.rounds < rounds) {
    for (let left = blocksBetweenWrites; left > 0 && measurement.all.rounds < rounds; left--) {
      const { blocks, all } = measurement
      measurement = { ...measurement, blocks: blocks + 1, all: addedCounts(all, simulateBlock(game, seed, blocks)) }
    }
    await write(game, measurement)
    onWrite(measurement)
  }
  return measurement
}

function firstBlock(game: BlackjackGame, seed: string): BlackjackMeasurement {
  const first = simulateBlock(game, seed, 0)
  return { mathHash: blackjackHashOf(game), strategyHash: strategyHash(), seed, blocks: 1, first, all: first }
}

async function write(game: BlackjackGame, measurement: BlackjackMeasurement): Promise<void> {
  const text = JSON.stringify(measurement)
    .replaceAll(/"(\w+)":/g, '\n"$1":')
    .replaceAll(']],', ']],\n')
  const path = new URL(`${game.code}.log`, folder)
  const unfinished = new URL(`${game.code}.log.part`, folder)
  await writeFile(unfinished, `${text}\n`)
  await rename(unfinished, path)
}

/** Sums over counts, in halves of the first stake. */
export type NetMoments = { rounds: number; sum: number; squares: number }

export function momentsOf(counts: readonly NetCounts[]): NetMoments {
  const moments = { rounds: 0, sum: 0, squares: 0 }
  for (const [net, rounds] of counts.flat()) {
    moments.rounds += rounds
    moments.sum += net * rounds
    moments.squares += net ** 2 * rounds
  }
  return moments
}

export type BlackjackFigures = {
  rounds: number
  /** What the platform keeps in the mean, as a part of the first stake; half the width of its 99.9 % interval. */
  edge: number
  half: number
  /** The standard deviation of a round's result, in first stakes. */
  deviation: number
  /** The mean of all stakes of a round, in first stakes. */
  staked: number
  /** The chances that a round gains more than nothing, gains nothing, and has a split. */
  gains: number
  breaksEven: number
  splits: number
}

/** The figures of counted rounds. */
export function figuresOf({ unitsPerStake }: BlackjackGame, counts: RoundCounts): BlackjackFigures {
  const all = [...counts.plain, ...counts.split]
  const { rounds, sum, squares } = momentsOf(all)
  const mean = sum / rounds
  const deviation = Math.sqrt(squares / rounds - mean ** 2)
  const share = (fits: (net: number) => boolean): number =>
    all.flat().reduce((many, [net, times]) => many + (fits(net) ? times : 0), 0) / rounds
  return {
    rounds,
    edge: -mean / unitsPerStake,
    half: (z999 * deviation) / Math.sqrt(rounds) / unitsPerStake,
    deviation: deviation / unitsPerStake,
    staked: counts.staked / rounds / unitsPerStake,
    gains: share((net) => net > 0),
    breaksEven: share((net) => net === 0),
    splits: momentsOf(counts.split).rounds / rounds,
  }
}

/** The part of rounds with a split in the mean result of all rounds, in first stakes, with half the width of its 99.9 % interval. */
export function splitFiguresOf({ unitsPerStake }: BlackjackGame, counts: RoundCounts): { gain: number; half: number } {
  const { sum, squares } = momentsOf(counts.split)
  const mean = sum / counts.rounds
  const deviation = Math.sqrt(squares / counts.rounds - mean ** 2)
  return {
    gain: mean / unitsPerStake,
    half: (z999 * deviation) / Math.sqrt(counts.rounds) / unitsPerStake,
  }
}

/** The blocks that were counted have the number of rounds that they should. */
export function blocksAgree({ blocks, all }: BlackjackMeasurement): boolean {
  return all.rounds === blocks * blockRounds && momentsOf([...all.plain, ...all.split]).rounds === all.rounds
}
