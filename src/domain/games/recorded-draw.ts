import { drawFrom, seededBlocks, type Draw } from './draw.ts'
import { fromHex, hmacSha256, toHex } from './sha256.ts'

/** One draw: the words of the stream that it took (all but the last discarded), and its result below `below`. */
export type RecordedDraw = { words: string[]; below: number; result: number }

/** A draw that notes what it does: `draws`, and the HMACs in hex as `blocks`, grow with it. */
export function recordedDraw(seed: { serverSeed: string; clientSeed: string; gameCode: string; nonce: number }): {
  draw: Draw
  draws: RecordedDraw[]
  blocks: string[]
} {
  const blocks: string[] = []
  const hmacs = seededBlocks(hmacSha256, { ...seed, serverSeed: fromHex(seed.serverSeed) })
  const words: string[] = []
  let left = new Uint8Array()
  // One word at a time, so that each draw shows which words it took.
  const nextWord = (): Uint8Array => {
    if (left.length === 0) {
      left = Uint8Array.from(hmacs())
      blocks.push(toHex(left))
    }
    const word = left.subarray(0, 4)
    left = left.subarray(4)
    words.push(toHex(word))
    return word
  }
  const draws: RecordedDraw[] = []
  const plain = drawFrom(nextWord)
  let taken = 0
  const draw: Draw = (below) => {
    const result = plain(below)
    draws.push({ words: words.slice(taken), below, result })
    taken = words.length
    return result
  }
  return { draw, draws, blocks }
}
