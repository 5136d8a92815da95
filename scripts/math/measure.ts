import { writeFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Game } from '#domain/games/game.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { compile } from '#domain/games/slot/compiled.ts'
import { nodeSha256Hex } from './chance.ts'
import { hasEnumeratedSpins } from './enumerate.ts'
import { z999 } from './interval.ts'
import {
  blockRounds,
  featureBlockRounds,
  measurementPath,
  playFeatureBlock,
  playPaidBlock,
  strataOf,
  variancesOf,
  type Counted,
  type FeatureCounts,
  type Measurement,
  type PaidCounts,
  type PaidStratum,
  type Stratum,
} from './measurement.ts'

/** A worker's task: some blocks of a stratum of paid parts, or of features. */
export type BlocksTask = { game: Game; seed: string; stratum: Stratum | null; blocks: readonly number[] }
type BlockCounts = PaidCounts | FeatureCounts

/** The half width that a full measurement aims at, as a part of the stake; 0.10 points are the most allowed. */
const aimedHalf = 0.00098

/** The blocks of each stratum and of the features from which the length of a full measurement is planned. */
const pilotBlocks = { paid: 3, feature: 10 }
const leastBlocks = 4

/**
 * Measures a machine: a pilot tells the variances and the times, and from them follows how many blocks of each stratum and
 * of the features bring the half width of the 99.9 % interval below 0.10 points of the stake in the least time. The pilot's
 * blocks have a seed of their own and are not counted.
 */
export async function measure(game: Game, seed: string, threads: number): Promise<Measurement> {
  const strata = measuredStrata(game)
  const pilotSeed = `${seed} pilot`
  const paidBlocks = strata.map(() => pilotBlocks.paid)
  const pilot = await measureBlocks(game, pilotSeed, { paid: paidBlocks, feature: pilotBlocks.feature }, threads)
  const variances = variancesOf(game, pilot)
  const paid = strata.map((stratum, index) => ({
    deviation: Math.sqrt(variances.paid[index] ?? 0),
    size: blockRounds(stratum),
    time: secondsOf(() => playPaidBlock(game, pilotSeed, stratum, 0)) / blockRounds(stratum),
  }))
  const feature = {
    deviation: Math.sqrt(variances.feature),
    size: featureBlockRounds,
    time: pilot.feature ? secondsOf(() => playFeatureBlock(game, pilotSeed, 0)) / featureBlockRounds : 1,
  }
  // Least time for a variance: rounds in proportion to deviation / sqrt(time of a round).
  const sum = [...paid, feature].reduce((all, { deviation, time }) => all + deviation * Math.sqrt(time), 0)
  const allowed = ((aimedHalf * game.unitsPerStake) / z999) ** 2
  const blocksOf = ({ deviation, time, size }: typeof feature) =>
    Math.max(leastBlocks, Math.ceil((1.03 * deviation * sum) / Math.sqrt(time) / allowed / size))
  return measureBlocks(game, seed, { paid: paid.map(blocksOf), feature: blocksOf(feature) }, threads)
}

function secondsOf(play: () => unknown): number {
  const started = performance.now()
  play()
  return (performance.now() - started) / 1000
}

/** The strata of a game that are simulated: none where its paid spins are enumerated. */
function measuredStrata(game: Game): Stratum[] {
  const compiled = compile(game)
  return hasEnumeratedSpins(compiled) ? [] : strataOf(compiled)
}

/** The same with given numbers of blocks, those of paid parts by stratum. */
export async function measureBlocks(
  game: Game,
  seed: string,
  blocks: { paid: readonly number[]; feature: number },
  threads: number,
): Promise<Measurement> {
  const paid: PaidStratum[] = []
  for (const [index, stratum] of measuredStrata(game).entries()) {
    const count = blocks.paid[index] ?? leastBlocks
    const all = (await onThreads(game, seed, stratum, count, threads)) as PaidCounts
    paid.push({ ...stratum, blocks: count, first: playPaidBlock(game, seed, stratum, 0), all })
  }
  const hasFreeSpins = compile(game).freeSpins !== null
  const all = hasFreeSpins ? ((await onThreads(game, seed, null, blocks.feature, threads)) as FeatureCounts) : null
  const feature = all && { blocks: blocks.feature, first: playFeatureBlock(game, seed, 0), all }
  return { mathHash: mathHashOf(game, nodeSha256Hex), seed, paid, feature }
}

/** The measurement as text, a line for each name. */
export async function writeMeasurement(game: Game, measurement: Measurement): Promise<string> {
  const path = measurementPath(game)
  const text = JSON.stringify(measurement)
    .replaceAll(/"(\w+)":/g, '\n"$1":')
    .replaceAll(/((?:\[\d+,\d+\],?){1,24})/g, '$1\n')
  await writeFile(path, `${text}\n`)
  return path
}

/** Plays blocks one after the other and adds them up. */
export function playBlocks({ game, seed, stratum, blocks }: BlocksTask): BlockCounts | null {
  const play = (block: number) =>
    stratum ? playPaidBlock(game, seed, stratum, block) : playFeatureBlock(game, seed, block)
  return blocks.reduce<BlockCounts | null>((sums, block) => added(sums, play(block)), null)
}

async function onThreads(game: Game, seed: string, stratum: Stratum | null, blocks: number, threads: number) {
  const tasks = Array.from({ length: threads }, (_, thread) => ({
    game,
    seed,
    stratum,
    blocks: Array.from({ length: blocks }, (_unused, block) => block).filter((block) => block % threads === thread),
  }))
  const sums = threads === 1 ? tasks.map(playBlocks) : await Promise.all(tasks.map(onThread))
  const all = sums.reduce((sum, counts) => (counts ? added(sum, counts) : sum), null)
  if (!all) throw new RangeError('No block was played.')
  return all
}

function onThread(task: BlocksTask): Promise<BlockCounts | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./measure-worker.ts', import.meta.url), { workerData: task })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** Numbers add up, and so do the counts of each pay. */
function added(sums: BlockCounts | null, counts: BlockCounts): BlockCounts {
  if (!sums) return counts
  const before = sums as unknown as Record<string, number | Counted>
  const entries = Object.entries(counts as unknown as Record<string, number | Counted>).map(([name, value]) => {
    const other = before[name]
    if (typeof value === 'number') return [name, value + Number(other)]
    return [name, addedCounts(value, Array.isArray(other) ? other : [])]
  })
  return Object.fromEntries(entries) as BlockCounts
}

function addedCounts(one: Counted, other: Counted): Counted {
  const sums = new Map(one)
  for (const [pay, count] of other) sums.set(pay, (sums.get(pay) ?? 0) + count)
  return [...sums].sort(([left], [right]) => left - right)
}
