/**
 * The verifier of a member's chain of seed commitments (`docs/decisions/004-a-chain-of-seed-commitments.md`). It reads
 * what the member's browser stored when it was published (receipts) and what the server reveals afterwards (pairs), and
 * names every step that does not fit. No clock, no IO; the hash is an argument.
 */

import { chosenAgain, isNotAmong, type ChosenAgain, type ChosenSeed } from './chosen-seeds.ts'
import { endedPairs, type EndedPair } from './ended-pairs.ts'
import {
  joined,
  numbersWithout,
  rangeText,
  repeatedRows,
  type NumberRange,
  type ShownNumbers,
} from './shown-numbers.ts'
import { compareResults, knowsNoGame, type RedrawResult, type ShownResults } from './shown-results.ts'

/** SHA-256 of bytes, as 64 lower-case hex digits. Synchronous. */
export type Sha256OfBytes = (bytes: Uint8Array) => string

/** `chain`: the server seed was committed before the client seed was chosen. `old`: both were set in one step. */
export type SeedScheme = 'chain' | 'old'

/**
 * What one answer of the server published, as the browser stored it. `pair` is the ordinal of the pair in use, 0 before
 * the first; then its hash and client seed are null. `at` is the browser's time, ISO 8601; it proves nothing to others.
 */
export type SeedReceipt = {
  pair: number
  serverSeedHash: string | null
  nextServerSeedHash: string
  clientSeed: string | null
  /** The number of the next round at that time. */
  nonce: number
  at: string
}

/** One pair as `get-seeds` answers it, in the fields that the verifier reads; hashes and seeds in lower-case hex. */
export type ChainPair = {
  pair: number
  scheme: SeedScheme
  serverSeedHash: string
  nextServerSeedHash: string | null
  clientSeed: string
  /** Null while the pair is in use. */
  serverSeed: string | null
  firstNonce: number
  /** Null while the pair has no rounds. */
  lastNonce: number | null
}

/** One round as `get-rounds` answers it, in the fields that tie it to its pair. */
export type ChainRound = { nonce: number; pair: number; serverSeedHash: string; clientSeed: string }

/** What is verified. The lists may be in any order, but `shown`; `pairs` is the whole chain up to the pair in use. */
export type SeedEvidence = {
  receipts: readonly SeedReceipt[]
  pairs: readonly ChainPair[]
  rounds?: readonly ChainRound[] | undefined
  /** Missing in evidence from before browsers stored what they chose and were shown. */
  chosen?: readonly ChosenSeed[] | undefined
  shown?: readonly ShownNumbers[] | undefined
  /** Missing in evidence from before browsers stored what the shown rounds were. */
  results?: readonly ShownResults[] | undefined
}

/** The kinds of faults, each with its meaning. */
export const seedFaultKinds = {
  swapped: 'another server seed was used than the one committed before',
  repeated: 'a step of the chain, or a server seed, occurs twice',
  omitted: 'a step of the chain is missing',
  'client-seed-changed': 'a pair has another client seed than the one it began with',
  'client-seed-reused': 'a client seed serves two pairs, so it was known before the second commitment',
  'number-gap': 'the round numbers of consecutive pairs do not meet',
  'not-revealed': 'a pair has ended and its server seed is withheld',
  'number-repeated': 'a round has a number that was used before, or a lower one',
  'false-refusal': 'a client seed was refused for a reason that cannot be true',
  'round-moved': 'a round names another pair than the one its number belongs to',
  'shown-otherwise': 'a round was shown with another result than its seeds give',
} as const
export type SeedFaultKind = keyof typeof seedFaultKinds

/** One fault: the pair it concerns, and the value that was expected there and the one that is there. */
export type SeedFault = { kind: SeedFaultKind; pair: number; expected: string; got: string }

/** The result of the verifier. The chain holds exactly if `faults` is empty. */
export type SeedChainReport = {
  faults: SeedFault[]
  /**
   * Pairs of the old scheme: the server knew the client seed when it drew the server seed. A matching hash proves only
   * that the seed did not change afterwards.
   */
  oldPairs: number[]
  /**
   * Pairs of the chain whose commitment no receipt shows before they began, as when another browser began them. For
   * these the evidence does not prove the order.
   */
  unwitnessedPairs: number[]
  /** Pairs of the chain that began with a client seed which the browser did not choose, as when another one began them. */
  notChosenPairs: number[]
  /** Pairs that ended without a step of the browser, as by a block: who ends a pair passes over its next number. */
  endedPairs: EndedPair[]
  /** Numbers of pairs for which the browser sent more than one client seed: who refuses one may wait for a better one. */
  chosenAgain: ChosenAgain[]
  /** The numbers of rounds of the chain that the browser was not shown, as when another one played them. */
  notSeenNumbers: NumberRange[]
  /** The numbers of the rounds of `shown-otherwise`. */
  shownOtherwise: NumberRange[]
  /** The numbers of rounds whose result is not compared, because the verifier does not have the game's data. */
  unknownGames: NumberRange[]
}

/**
 * Verifies a member's chain; see `SeedChainReport`. Never throws for a well-formed evidence. `redraw` draws the rounds
 * again whose results were shown; without it no game is known.
 */
export function verifySeedChain(
  evidence: SeedEvidence,
  sha256: Sha256OfBytes,
  redraw: RedrawResult = knowsNoGame,
): SeedChainReport {
  const results = compareResults(evidence.results ?? [], evidence.pairs, redraw)
  const pairs = evidence.pairs.toSorted((one, other) => one.pair - other.pair)
  const byOrdinal = new Map(pairs.map((pair) => [pair.pair, pair]))
  const faults = [
    ...ordinalFaults(pairs),
    ...pairs.flatMap((pair) => revealFaults(pair, pairs.at(-1)?.pair ?? 0, sha256)),
    // Of an ordinal that occurs again, the last row is linked with its neighbours.
    ...[...byOrdinal.values()].flatMap((pair) => linkFaults(pair, byOrdinal.get(pair.pair + 1))),
    ...pairs.flatMap(roundNumberFaults),
    ...clientSeedFaults(pairs),
    ...repeatedSeedFaults(pairs),
    ...receiptsAmongThemselves(evidence.receipts),
    ...evidence.receipts.flatMap((receipt) => receiptFaults(receipt, byOrdinal)),
    ...(evidence.rounds ?? []).flatMap((round) => roundFaults(round, byOrdinal)),
    ...shownFaults(evidence.shown ?? [], pairs),
    ...results.faults,
  ]
  const { chosen, shown } = evidence
  const witnessed = new Set(evidence.receipts.map((receipt) => receipt.pair + 1))
  return {
    faults: withoutDuplicates(faults),
    oldPairs: pairs.filter((pair) => pair.scheme === 'old').map((pair) => pair.pair),
    unwitnessedPairs: pairs
      .filter((pair) => pair.scheme === 'chain' && !witnessed.has(pair.pair))
      .map((pair) => pair.pair),
    notChosenPairs: chosen === undefined ? [] : pairs.filter(isNotAmong(chosen)).map((pair) => pair.pair),
    endedPairs: endedPairs(evidence.receipts, pairs),
    chosenAgain: chosenAgain(chosen ?? []),
    notSeenNumbers: shown === undefined ? [] : numbersWithout(pairs.flatMap(numbersOfPair), shown),
    shownOtherwise: joined(results.otherwise),
    unknownGames: joined(results.unknown),
  }
}

/**
 * Compares an answer with the receipts before it, as the browser does when the answer arrives. `receipts` are those
 * stored when the request was sent.
 */
export function compareWithReceipts(receipts: readonly SeedReceipt[], answer: SeedReceipt): SeedFault[] {
  const last = Math.max(0, ...receipts.map((receipt) => receipt.pair))
  const faults = receipts.flatMap((receipt) => receiptsAmongThemselves([receipt, answer]))
  const again = receipts.find(
    ({ pair, nextServerSeedHash }) => pair !== answer.pair && nextServerSeedHash === answer.nextServerSeedHash,
  )
  // Under another number the browser would choose another client seed for the same commitment.
  if (again) {
    faults.push(faultOf('repeated', answer.pair + 1, 'a server seed of its own', `that of pair ${again.pair + 1}`))
  }
  if (answer.pair < last) faults.push(faultOf('repeated', answer.pair, `pair ${last}`, `pair ${answer.pair}`))
  return withoutDuplicates(faults)
}

/**
 * Compares the answer of a step with what the browser sent: the pair begins with the commitment for which the client
 * seed was chosen, and with that client seed. No receipt is needed, so that a skipped ordinal hides nothing.
 */
export function compareStep(
  sent: { clientSeed: string; nextServerSeedHash: string },
  answer: Pick<SeedReceipt, 'pair' | 'serverSeedHash' | 'clientSeed'>,
): SeedFault[] {
  const { pair, serverSeedHash, clientSeed } = answer
  const faults: SeedFault[] = []
  if (serverSeedHash !== sent.nextServerSeedHash)
    faults.push(faultOf('swapped', pair, sent.nextServerSeedHash, serverSeedHash ?? ''))
  if (clientSeed !== sent.clientSeed)
    faults.push(faultOf('client-seed-changed', pair, sent.clientSeed, clientSeed ?? ''))
  return faults
}

/** Compares the pair that an answer names, as of a round or of `get-seeds`, with the receipts. */
export function comparePairWithReceipts(
  receipts: readonly SeedReceipt[],
  named: Pick<ChainPair, 'pair' | 'serverSeedHash' | 'clientSeed'>,
): SeedFault[] {
  const faults = receipts.flatMap((receipt): SeedFault[] => {
    const { pair, serverSeedHash, clientSeed } = named
    if (receipt.pair === pair - 1 && receipt.nextServerSeedHash !== serverSeedHash)
      return [faultOf('swapped', pair, receipt.nextServerSeedHash, serverSeedHash)]
    if (receipt.pair !== pair) return []
    const found: SeedFault[] = []
    if (receipt.serverSeedHash !== null && receipt.serverSeedHash !== serverSeedHash)
      found.push(faultOf('swapped', pair, receipt.serverSeedHash, serverSeedHash))
    if (receipt.clientSeed !== null && receipt.clientSeed !== clientSeed)
      found.push(faultOf('client-seed-changed', pair, receipt.clientSeed, clientSeed))
    return found
  })
  return withoutDuplicates(faults)
}

/** The receipt of an answer's `fairness`, received at `at` (ISO 8601). */
export function receiptOf(fairness: Omit<SeedReceipt, 'at'>, at: string): SeedReceipt {
  const { pair, serverSeedHash, nextServerSeedHash, clientSeed, nonce } = fairness
  return { pair, serverSeedHash, nextServerSeedHash, clientSeed, nonce, at }
}

function faultOf(kind: SeedFaultKind, pair: number, expected: string, got: string): SeedFault {
  return { kind, pair, expected, got }
}

/** The ordinals are 1, 2, 3 … */
function ordinalFaults(pairs: readonly ChainPair[]): SeedFault[] {
  const faults: SeedFault[] = []
  let before = 0
  for (const { pair } of pairs) {
    if (pair === before) faults.push(faultOf('repeated', pair, `pair ${before + 1}`, `pair ${pair}`))
    // One fault for a gap, however wide a pasted ordinal makes it.
    if (pair > before + 1) {
      const missing = pair === before + 2 ? `pair ${before + 1}` : `pairs ${before + 1}–${pair - 1}`
      faults.push(faultOf('omitted', before + 1, missing, `pair ${pair}`))
    }
    before = pair
  }
  return faults
}

/** Every pair but the newest is revealed, and the revealed seed has the committed hash. */
function revealFaults(pair: ChainPair, newest: number, sha256: Sha256OfBytes): SeedFault[] {
  if (pair.serverSeed === null) {
    return pair.pair === newest ? [] : [faultOf('not-revealed', pair.pair, pair.serverSeedHash, '')]
  }
  const bytes = bytesOfHex(pair.serverSeed)
  const hash = bytes === null ? '' : sha256(bytes)
  return hash === pair.serverSeedHash ? [] : [faultOf('swapped', pair.pair, pair.serverSeedHash, hash)]
}

/** A pair begins with the seed whose hash the pair before published, and with the next round number. */
function linkFaults(pair: ChainPair, next: ChainPair | undefined): SeedFault[] {
  const faults: SeedFault[] = []
  const end = (pair.lastNonce ?? pair.firstNonce - 1) + 1
  if (pair.pair === 1 && pair.firstNonce !== 0) faults.push(faultOf('number-gap', 1, '0', String(pair.firstNonce)))
  if (!next) return faults
  if (pair.nextServerSeedHash !== null && pair.nextServerSeedHash !== next.serverSeedHash) {
    faults.push(faultOf('swapped', next.pair, pair.nextServerSeedHash, next.serverSeedHash))
  }
  if (pair.scheme === 'chain' && (next.scheme === 'old' || pair.nextServerSeedHash === null)) {
    faults.push(faultOf('omitted', pair.pair, 'a commitment of the next pair', next.scheme))
  }
  if (next.firstNonce !== end) faults.push(faultOf('number-gap', next.pair, String(end), String(next.firstNonce)))
  return faults
}

/** The rounds of a pair do not end before they begin; a pair without rounds has no last one. */
function roundNumberFaults({ pair, firstNonce, lastNonce }: ChainPair): SeedFault[] {
  if (lastNonce === null || lastNonce >= firstNonce) return []
  return [faultOf('number-gap', pair, `from ${firstNonce} on`, String(lastNonce))]
}

/** A pair of the chain has a client seed that no pair before it had; pairs of the old scheme shared theirs. */
function clientSeedFaults(pairs: readonly ChainPair[]): SeedFault[] {
  const faults: SeedFault[] = []
  const first = new Map<string, number>()
  for (const { pair, clientSeed, scheme } of pairs) {
    const before = first.get(clientSeed)
    if (before !== undefined && before !== pair && scheme === 'chain') {
      faults.push(faultOf('client-seed-reused', pair, 'a client seed of its own', `that of pair ${before}`))
    }
    if (before === undefined) first.set(clientSeed, pair)
  }
  return faults
}

function repeatedSeedFaults(pairs: readonly ChainPair[]): SeedFault[] {
  const faults: SeedFault[] = []
  const first = new Map<string, number>()
  for (const { pair, serverSeedHash } of pairs) {
    const before = first.get(serverSeedHash)
    if (before !== undefined && before !== pair) {
      faults.push(faultOf('repeated', pair, 'a server seed of its own', `that of pair ${before}`))
    }
    if (before === undefined) first.set(serverSeedHash, pair)
  }
  return faults
}

/** Receipts of the same pair are equal, and that of a pair names the hash that the one before announced. */
function receiptsAmongThemselves(receipts: readonly SeedReceipt[]): SeedFault[] {
  const used = new Map<number, string>()
  const announced = new Map<number, string>()
  const clientSeeds = new Map<number, string>()
  const faults: SeedFault[] = []
  const compare = (known: Map<number, string>, kind: SeedFaultKind, pair: number, value: string | null) => {
    if (value === null) return
    const expected = known.get(pair)
    if (expected === undefined) known.set(pair, value)
    else if (expected !== value) faults.push(faultOf(kind, pair, expected, value))
  }
  for (const receipt of receipts) {
    compare(announced, 'swapped', receipt.pair + 1, receipt.nextServerSeedHash)
    compare(used, 'swapped', receipt.pair, receipt.serverSeedHash)
    compare(clientSeeds, 'client-seed-changed', receipt.pair, receipt.clientSeed)
  }
  for (const [pair, hash] of used) {
    const expected = announced.get(pair)
    if (expected !== undefined && expected !== hash) faults.push(faultOf('swapped', pair, expected, hash))
  }
  return faults
}

/** The chain contains what was published: the pair in use with its client seed, and the pair announced after it. */
function receiptFaults(receipt: SeedReceipt, byOrdinal: ReadonlyMap<number, ChainPair>): SeedFault[] {
  const faults: SeedFault[] = []
  const pair = byOrdinal.get(receipt.pair)
  const next = byOrdinal.get(receipt.pair + 1)
  if (next && next.serverSeedHash !== receipt.nextServerSeedHash) {
    faults.push(faultOf('swapped', next.pair, receipt.nextServerSeedHash, next.serverSeedHash))
  }
  if (receipt.pair === 0) {
    // Before the first pair the next round is the first of the chain.
    if (receipt.nonce !== 0) faults.push(faultOf('number-gap', 1, String(receipt.nonce), '0'))
    return faults
  }
  if (!pair) {
    faults.push(faultOf('omitted', receipt.pair, receipt.serverSeedHash ?? '', ''))
    return faults
  }
  if (receipt.serverSeedHash !== null && pair.serverSeedHash !== receipt.serverSeedHash) {
    faults.push(faultOf('swapped', pair.pair, receipt.serverSeedHash, pair.serverSeedHash))
  }
  if (receipt.clientSeed !== null && pair.clientSeed !== receipt.clientSeed) {
    faults.push(faultOf('client-seed-changed', pair.pair, receipt.clientSeed, pair.clientSeed))
  }
  const end = (pair.lastNonce ?? pair.firstNonce - 1) + 1
  if (receipt.nonce < pair.firstNonce || receipt.nonce > end) {
    faults.push(faultOf('number-gap', pair.pair, String(receipt.nonce), `${pair.firstNonce}–${end}`))
  }
  return faults
}

function roundFaults(round: ChainRound, byOrdinal: ReadonlyMap<number, ChainPair>): SeedFault[] {
  const pair = byOrdinal.get(round.pair)
  if (!pair) return [faultOf('omitted', round.pair, round.serverSeedHash, '')]
  const faults: SeedFault[] = []
  if (round.nonce < pair.firstNonce || round.nonce > (pair.lastNonce ?? -1)) {
    const range = `${pair.firstNonce}–${pair.lastNonce ?? ''}`
    faults.push(faultOf('round-moved', pair.pair, range, String(round.nonce)))
  }
  if (round.serverSeedHash !== pair.serverSeedHash) {
    faults.push(faultOf('swapped', pair.pair, pair.serverSeedHash, round.serverSeedHash))
  }
  if (round.clientSeed !== pair.clientSeed) {
    faults.push(faultOf('client-seed-changed', pair.pair, pair.clientSeed, round.clientSeed))
  }
  return faults
}

/** The numbers of a pair's rounds; none without rounds. */
function numbersOfPair({ firstNonce, lastNonce }: ChainPair): NumberRange[] {
  return lastNonce === null ? [] : [{ firstNonce, lastNonce }]
}

/** Rounds were shown with ascending numbers, all of which the chain has. */
function shownFaults(shown: readonly ShownNumbers[], pairs: readonly ChainPair[]): SeedFault[] {
  const newest = pairs.reduce((last, { lastNonce }) => Math.max(last, lastNonce ?? -1), -1)
  return [
    ...repeatedRows(shown).map(({ row, before }) =>
      faultOf('number-repeated', row.pair, `from ${before + 1} on`, rangeText(row)),
    ),
    ...shown
      .filter(({ firstNonce, lastNonce }) => lastNonce < firstNonce || lastNonce > newest)
      .map((row) => faultOf('number-gap', row.pair, rangeText(row), `up to ${newest}`)),
  ]
}

/** The bytes of a text of hex digits, or null when it is not one. */
export function bytesOfHex(hex: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})+$/.test(hex)) return null
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}

function withoutDuplicates(faults: readonly SeedFault[]): SeedFault[] {
  const known = new Map(faults.map((fault) => [Object.values(fault).join(' '), fault]))
  return [...known.values()].toSorted((one, other) => one.pair - other.pair)
}
