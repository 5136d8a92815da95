import { catalogue } from '#domain/games/catalogue.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { redrawBy } from '#domain/games/redraw-result.ts'
import type { ChainPair, SeedEvidence, SeedReceipt } from '#domain/games/seed-chain.ts'
import { seedEvidenceFormat } from '#domain/games/seed-evidence.ts'
import { fromHex, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { resultDigest, type ShownResults } from '#domain/games/shown-results.ts'

/** The evidence among the examples of `docs/fairness.md`, with every kind of pair and receipt that a file may hold. */

export type EvidenceExample = { format: typeof seedEvidenceFormat } & SeedEvidence

const seedOf = (pair: number): string => sha256Hex(`example ${pair}`)
const hashOf = (pair: number): string => toHex(sha256(fromHex(seedOf(pair))))

/** A revealed pair of the chain with ten rounds. */
function chainPair(pair: number, more: Partial<ChainPair> = {}): ChainPair {
  return {
    pair,
    scheme: 'chain',
    serverSeedHash: hashOf(pair),
    nextServerSeedHash: hashOf(pair + 1),
    clientSeed: `my-seed-${pair}`,
    serverSeed: seedOf(pair),
    firstNonce: pair * 10 - 10,
    lastNonce: pair * 10 - 1,
    ...more,
  }
}

/** The last pair, in use and without rounds. */
const pairInUse = (pair: number): ChainPair => chainPair(pair, { serverSeed: null, lastNonce: null })

/** A pair from before the chain. */
const oldPair = (pair: number): ChainPair =>
  chainPair(pair, { scheme: 'old', nextServerSeedHash: null, clientSeed: 'default' })

/** What the browser was shown when a pair began. */
function receipt(pair: number, more: Partial<SeedReceipt> = {}): SeedReceipt {
  const begun = { serverSeedHash: hashOf(pair), clientSeed: `my-seed-${pair}`, nonce: pair * 10 - 10 }
  const first = { serverSeedHash: null, clientSeed: null, nonce: 0 }
  const at = `2026-11-20T01:0${pair}:00.000Z`
  return { pair, ...(pair === 0 ? first : begun), nextServerSeedHash: hashOf(pair + 1), at, ...more }
}

const [{ game }] = catalogue
const mathHash = mathHashOf(game, sha256Hex)
const redraw = redrawBy([game])

/** The results of rounds of a pair, as they were shown; that of the number `changed` with the digest of another round. */
function resultsOf(pair: number, from: number, many: number, stake: string, changed = -1): ShownResults {
  const digests = Array.from({ length: many }, (_, index) => {
    const nonce = from + index
    const seeds = { serverSeed: seedOf(pair), clientSeed: `my-seed-${pair}`, nonce }
    const drawn = redraw({ decisions: [], mathHash, stake, ...seeds })
    if (typeof drawn === 'string') throw new Error(`no round: ${drawn}`)
    return resultDigest({ mathHash, nonce: nonce === changed ? nonce + 1 : nonce, stake, ...drawn })
  })
  return { firstNonce: from, mathHash, stake, digests: digests.join('') }
}

/** An honest chain with results that were shown otherwise, and some of unknown mathematics. */
function shownOtherwise(whole: EvidenceExample): EvidenceExample {
  return {
    ...whole,
    chosen: [1, 2, 3].map((pair) => ({ pair, clientSeed: `my-seed-${pair}` })),
    shown: [
      { pair: 1, firstNonce: 0, lastNonce: 9 },
      { pair: 2, firstNonce: 10, lastNonce: 19 },
    ],
    results: [
      resultsOf(1, 0, 10, '1000', 7),
      resultsOf(2, 10, 2, '200.00'),
      { ...resultsOf(2, 12, 3, '200'), mathHash: 'ab'.repeat(32) },
      // No round pays for such a stake.
      { ...resultsOf(2, 15, 2, '200'), stake: '1' },
    ],
  }
}

/** A chain with every fault but those of results. */
function dishonest(): EvidenceExample {
  return {
    format: seedEvidenceFormat,
    receipts: [
      receipt(0, { nextServerSeedHash: hashOf(9) }),
      receipt(2, { clientSeed: 'mine' }),
      receipt(2, { nextServerSeedHash: hashOf(8), nonce: 21 }),
      receipt(7, { serverSeedHash: null }),
      // Two pairs that ended: without a hash, and with one.
      receipt(6, { serverSeedHash: null, clientSeed: null }),
      receipt(2, { clientSeed: null, nonce: 20 }),
    ],
    pairs: [
      chainPair(1),
      chainPair(2, { serverSeed: seedOf(9), clientSeed: 'my-seed-1' }),
      chainPair(3, { serverSeed: null, lastNonce: 19 }),
      chainPair(5, { serverSeedHash: hashOf(1), nextServerSeedHash: null }),
      pairInUse(6),
      pairInUse(6),
    ],
    chosen: [
      { pair: 8, clientSeed: 'never-begun' },
      { pair: 3, clientSeed: 'mine' },
      { pair: 8, clientSeed: 'Never-begun' },
      { pair: 3, clientSeed: 'my-seed-3' },
    ],
    shown: [
      { pair: 1, firstNonce: 0, lastNonce: 9 },
      { pair: 2, firstNonce: 9, lastNonce: 19 },
      { pair: 5, firstNonce: 45, lastNonce: 55 },
    ],
  }
}

/** The examples by title, in the order of the file. */
export function evidenceExamples(): [title: string, evidence: EvidenceExample][] {
  const format = seedEvidenceFormat
  const whole: EvidenceExample = {
    format,
    receipts: [receipt(0), receipt(1), receipt(2)],
    pairs: [chainPair(1), chainPair(2), pairInUse(3)],
  }
  const afterOldPairs: EvidenceExample = {
    format,
    // The second pair of the chain began in another browser.
    receipts: [receipt(2, { clientSeed: 'default', nonce: 20 }), receipt(4)],
    pairs: [oldPair(1), oldPair(2), chainPair(3), chainPair(4), pairInUse(5)],
  }
  const afterRestriction: EvidenceExample = {
    format,
    receipts: [receipt(0), receipt(1), receipt(1, { serverSeedHash: null, clientSeed: null, nonce: 10 })],
    pairs: [chainPair(1), pairInUse(2)],
  }
  const otherDevice: EvidenceExample = {
    ...whole,
    chosen: [
      { pair: 1, clientSeed: 'my-seed-1' },
      { pair: 2, clientSeed: 'refused' },
    ],
    shown: [
      { pair: 1, firstNonce: 0, lastNonce: 6 },
      { pair: 2, firstNonce: 12, lastNonce: 18 },
    ],
  }
  const chosenAgain: EvidenceExample = {
    ...whole,
    chosen: [
      { pair: 1, clientSeed: 'my-seed-1' },
      { pair: 2, clientSeed: 'refused' },
      { pair: 2, clientSeed: 'refused-too' },
      { pair: 2, clientSeed: 'my-seed-2' },
      { pair: 2, clientSeed: 'refused' },
      { pair: 3, clientSeed: 'my-seed-3' },
    ],
  }
  return [
    ['a chain whose steps were all shown to one browser', whole],
    ['a chain that begins after two pairs of the old scheme, with a step that another browser began', afterOldPairs],
    ['a chain that went on after a restriction ended its first pair', afterRestriction],
    ['a chain of which another device began two pairs and played some rounds', otherDevice],
    ['a chain for whose second pair the member chose three client seeds', chosenAgain],
    ['a chain with many faults', dishonest()],
    [
      'a chain of which some rounds were shown otherwise, and some are of a game without a data file',
      shownOtherwise(whole),
    ],
  ]
}
