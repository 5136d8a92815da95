import type { ChainPair, SeedEvidence, SeedReceipt } from './seed-chain.ts'

/** The `format` of the file in which the game window saves receipts and pairs; `docs/fairness.md` describes it. */
export const seedEvidenceFormat = 'baize-seed-evidence-1'

type Shapes<Row> = { readonly [Field in keyof Row]: (value: unknown) => boolean }

const isHex = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isHexOrNull = (value: unknown): boolean => value === null || isHex(value)
const isText = (value: unknown): boolean => typeof value === 'string'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

const receiptShapes: Shapes<SeedReceipt> = {
  pair: isCount,
  serverSeedHash: isHexOrNull,
  nextServerSeedHash: isHex,
  clientSeed: (value) => value === null || isText(value),
  nonce: isCount,
  at: isText,
}
const pairShapes: Shapes<ChainPair> = {
  pair: isCount,
  scheme: (value) => value === 'chain' || value === 'old',
  serverSeedHash: isHex,
  nextServerSeedHash: isHexOrNull,
  clientSeed: isText,
  serverSeed: isHexOrNull,
  firstNonce: isCount,
  lastNonce: (value) => value === null || isCount(value),
}

/** A pasted evidence, or what prevents reading it; `other`: the text is something else, such as a round's record. */
export type ReadEvidence = { kind: 'evidence'; evidence: SeedEvidence } | { kind: 'fields' } | { kind: 'other' }

/** Reads the evidence that the game window saved. Further fields are ignored. */
export function readSeedEvidence(text: string): ReadEvidence {
  const found = parseObject(text)
  if (found?.['format'] !== seedEvidenceFormat) return { kind: 'other' }
  const receipts = rowsOf(found['receipts'], receiptShapes)
  const pairs = rowsOf(found['pairs'], pairShapes)
  if (receipts === null || pairs === null) return { kind: 'fields' }
  // Evidence without a pair proves nothing.
  return pairs.length === 0 ? { kind: 'fields' } : { kind: 'evidence', evidence: { receipts, pairs } }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function rowsOf<Row>(list: unknown, shapes: Shapes<Row>): Row[] | null {
  if (!Array.isArray(list)) return null
  const fits = (row: unknown): row is Row =>
    typeof row === 'object' &&
    row !== null &&
    Object.entries<(value: unknown) => boolean>(shapes).every(([name, isRight]) =>
      isRight((row as Record<string, unknown>)[name]),
    )
  return list.every(fits) ? list : null
}
