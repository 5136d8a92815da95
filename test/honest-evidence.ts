import { catalogue } from '#domain/games/catalogue.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import type { ChainPair, SeedReceipt } from '#domain/games/seed-chain.ts'
import { fromHex, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { redrawBy } from '#domain/games/redraw-result.ts'
import { resultDigest, type ShownResults } from '#domain/games/shown-results.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { roundRecordOf } from './round-record.ts'

/** A record and an evidence that every verifier accepts, from which the hostile and the mutated texts are made. */

const { game } = catalogue[0]
const hashOf = (seed: string): string => toHex(sha256(fromHex(seed)))

/** A round that pays by lines. */
export const honestRecord: RoundRecord = roundRecordOf('paying by lines', 5)

/** An honest chain of pairs, the last in use, with the receipts of a browser that was shown every step. */
export function honestEvidence(many = 4): { format: string; receipts: SeedReceipt[]; pairs: ChainPair[] } {
  const seeds = Array.from({ length: many + 2 }, (_, index) => sha256Hex(`seed ${index}`))
  const hashes = seeds.map(hashOf)
  const pairs = Array.from({ length: many }, (_, index): ChainPair => {
    const pair = index + 1
    const isUsed = pair === many
    return {
      pair,
      scheme: 'chain',
      serverSeedHash: hashes[pair] ?? '',
      nextServerSeedHash: hashes[pair + 1] ?? '',
      clientSeed: `client-${pair}`,
      serverSeed: isUsed ? null : (seeds[pair] ?? ''),
      firstNonce: index * 10,
      lastNonce: isUsed ? null : index * 10 + 9,
    }
  })
  const first = { pair: 0, serverSeedHash: null, nextServerSeedHash: hashes[1] ?? '', clientSeed: null }
  const receipts = pairs.map(({ pair, serverSeedHash, nextServerSeedHash, clientSeed, firstNonce }) => ({
    pair,
    serverSeedHash,
    nextServerSeedHash: nextServerSeedHash ?? '',
    clientSeed,
    nonce: firstNonce,
    at: '2026-11-20T01:00:00.000Z',
  }))
  return { format: 'baize-seed-evidence-1', receipts: [{ ...first, nonce: 0, at: '' }, ...receipts], pairs }
}

const redraw = redrawBy([game])
const mathHash = mathHashOf(game, sha256Hex)

/** The digest of the round that the seeds give. */
export function honestDigest(seeds: { serverSeed: string; clientSeed: string; nonce: number; stake: string }): string {
  const drawn = redraw({ mathHash, ...seeds, decisions: [] })
  if (typeof drawn === 'string') throw new Error(`no round: ${drawn}`)
  return resultDigest({ mathHash, nonce: seeds.nonce, stake: seeds.stake, ...drawn })
}

/** What a browser stores of the results of the honest chain's revealed pairs, a row for each. */
export function honestResults(many = 4): ShownResults[] {
  const stake = String(game.stakes[0])
  return honestEvidence(many).pairs.flatMap(({ serverSeed: seed, clientSeed, firstNonce, lastNonce }) => {
    if (seed === null || lastNonce === null) return []
    const numbers = Array.from({ length: lastNonce - firstNonce + 1 }, (_, index) => firstNonce + index)
    const digests = numbers.map((nonce) => honestDigest({ serverSeed: seed, clientSeed, nonce, stake })).join('')
    return [{ firstNonce, mathHash, stake, digests }]
  })
}
