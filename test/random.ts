import type { Draw } from '#domain/games/draw.ts'

/** Random numbers from 0 to 1 (mulberry32) that follow from the seed, so that a failing run can be repeated. */
export function seededRandom(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws of a game from such random numbers, for sample rounds only. */
export function sampleDraw(seed: number): Draw {
  const draw = seededRandom(seed)
  return (below) => Math.floor(draw() * below)
}
