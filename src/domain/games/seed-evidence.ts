import { amountFromWire } from '#domain/money.ts'
import { isClientSeed, isCount, isHex64, isObject, readObject } from './pasted-text.ts'
import type { ChosenSeed } from './chosen-seeds.ts'
import type { ChainPair, SeedEvidence, SeedReceipt } from './seed-chain.ts'
import type { ShownNumbers } from './shown-numbers.ts'
import { countOf, digestDigits, mostDigests, type ShownResults } from './shown-results.ts'

/** The `format` of the file in which the game window saves receipts and pairs; `docs/fairness.md` describes it. */
export const seedEvidenceFormat = 'baize-seed-evidence-1'

type Shapes<Row> = { readonly [Field in keyof Row]: (value: unknown) => boolean }

const isHexOrNull = (value: unknown): boolean => value === null || isHex64(value)

/** The shape of each field, in the order of `docs/fairness.md`, in which wrong ones are named. */
const receiptShapes: Shapes<SeedReceipt> = {
  pair: isCount,
  serverSeedHash: isHexOrNull,
  clientSeed: (value) => value === null || isClientSeed(value),
  nextServerSeedHash: isHex64,
  nonce: isCount,
  at: (value) => typeof value === 'string',
}
const isPairNumber = (value: unknown): boolean => isCount(value) && value > 0
const pairShapes: Shapes<ChainPair> = {
  pair: isPairNumber,
  scheme: (value) => value === 'chain' || value === 'old',
  serverSeedHash: isHex64,
  nextServerSeedHash: isHexOrNull,
  clientSeed: isClientSeed,
  serverSeed: isHexOrNull,
  firstNonce: isCount,
  lastNonce: (value) => value === null || isCount(value),
}
const chosenShapes: Shapes<ChosenSeed> = { pair: isPairNumber, clientSeed: isClientSeed }
const shownShapes: Shapes<ShownNumbers> = { pair: isCount, firstNonce: isCount, lastNonce: isCount }
const resultShapes: Shapes<Required<ShownResults>> = {
  firstNonce: isCount,
  mathHash: isHex64,
  stake: (value) => typeof value === 'string' && amountFromWire(value) !== null,
  decisions: (value) => value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string')),
  digests: (value) => typeof value === 'string' && /^[0-9a-f]+$/.test(value) && value.length % digestDigits === 0,
}

/** A pasted evidence, or its wrong fields; `other`: the text is something else, such as a round's record. */
export type ReadEvidence =
  | { kind: 'evidence'; evidence: SeedEvidence }
  | { kind: 'fields'; names: string[] }
  | { kind: 'other' }

/** Reads the evidence that the game window saved. Further fields are ignored. */
export function readSeedEvidence(text: string): ReadEvidence {
  return evidenceOf(readObject(text))
}

/** The same for an object that `readObject` returned. */
export function evidenceOf(found: ReturnType<typeof readObject>): ReadEvidence {
  if (found?.['format'] !== seedEvidenceFormat) return { kind: 'other' }
  const { receipts, pairs, chosen, shown, results } = found
  const names = [...wrongFields('receipts', receipts, receiptShapes), ...wrongFields('pairs', pairs, pairShapes)]
  // Evidence without a pair proves nothing.
  if (Array.isArray(pairs) && pairs.length === 0) names.push('pairs')
  // Browsers did not always store these three.
  if (chosen !== undefined) names.push(...wrongFields('chosen', chosen, chosenShapes))
  if (shown !== undefined) names.push(...wrongFields('shown', shown, shownShapes))
  if (results !== undefined) names.push(...wrongResults(results))
  if (names.length > 0) return { kind: 'fields', names }
  const evidence: SeedEvidence = {
    receipts: receipts as SeedReceipt[],
    pairs: pairs as ChainPair[],
    chosen: chosen as ChosenSeed[] | undefined,
    shown: shown as ShownNumbers[] | undefined,
    results: results as ShownResults[] | undefined,
  }
  return { kind: 'evidence', evidence }
}

/** The name of a list that is none of objects, else the fields that are wrong in any of its rows: `pairs.scheme`. */
function wrongFields<Row>(name: string, list: unknown, shapes: Shapes<Row>): string[] {
  if (!Array.isArray(list) || !list.every(isObject)) return [name]
  return Object.entries<(value: unknown) => boolean>(shapes).flatMap(([field, fits]) =>
    list.every((row) => fits(row[field])) ? [] : [`${name}.${field}`],
  )
}

/** The same of the shown results, of which there may be no more than a verifier draws again in a short time. */
function wrongResults(results: unknown): string[] {
  const names = wrongFields('results', results, resultShapes)
  if (names.some((name) => name === 'results' || name === 'results.digests')) return names
  const many = (results as ShownResults[]).reduce((sum, { digests }) => sum + countOf(digests), 0)
  return many > mostDigests ? [...names, 'results.digests'] : names
}
