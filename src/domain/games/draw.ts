/**
 * The source of randomness. The domain has none of its own: it receives a keyed hash and the committed seeds, so the
 * same file computes the same round on the server and on the member's verifier page.
 */

/** An integer from 0 to `below` - 1, each equally likely. `below` is an integer from 1 to 2^32. */
export type Draw = (below: number) => number

/** The next piece of an endless stream of random bytes; at least 4 bytes, a multiple of 4. */
export type NextBlock = () => Uint8Array

/** HMAC-SHA256 of a message (its UTF-8 bytes) under a key of raw bytes: 32 bytes. Synchronous. */
export type HmacSha256 = (key: Uint8Array, message: string) => Uint8Array

/** What determines a round's random numbers. `serverSeed` is 32 bytes, committed by its SHA-256 before the round. */
export type RoundSeed = { serverSeed: Uint8Array; clientSeed: string; gameCode: string; nonce: number | bigint }

const twoTo32 = 0x1_0000_0000

/**
 * Draws integers from a stream of bytes: four bytes at a time, big-endian, with rejection sampling: a value that would
 * make some results more likely is discarded, never scaled. Throws RangeError for a `below` out of range.
 */
export function drawFrom(nextBlock: NextBlock): Draw {
  let block = nextBlock()
  let position = 0
  return (below) => {
    if (!Number.isInteger(below) || below < 1 || below > twoTo32) {
      throw new RangeError(`Cannot draw an integer below ${below}.`)
    }
    const limit = twoTo32 - (twoTo32 % below)
    for (;;) {
      if (position >= block.length) {
        block = nextBlock()
        position = 0
      }
      const value = bigEndian32(block, position)
      position += 4
      if (value < limit) return value % below
    }
  }
}

/** The stream of one round: block i is HMAC-SHA256(serverSeed, `clientSeed:gameCode:nonce:i`), i from 0. */
export function seededBlocks(hmacSha256: HmacSha256, seed: RoundSeed): NextBlock {
  const prefix = `${seed.clientSeed}:${seed.gameCode}:${seed.nonce}:`
  let index = 0
  return () => hmacSha256(seed.serverSeed, `${prefix}${index++}`)
}

/** The draw of one round from its seeds: the two functions above combined. */
export function seededDraw(hmacSha256: HmacSha256, seed: RoundSeed): Draw {
  return drawFrom(seededBlocks(hmacSha256, seed))
}

function bigEndian32(bytes: Uint8Array, position: number): number {
  const high = ((bytes[position] ?? 0) << 8) | (bytes[position + 1] ?? 0)
  const low = ((bytes[position + 2] ?? 0) << 8) | (bytes[position + 3] ?? 0)
  return high * 0x1_0000 + low
}
