import { amountFromWire } from '#domain/money.ts'
import { isClientSeed, isCount, isHex64, readObject } from './pasted-text.ts'

/** The record of a round, which members copy and verifiers read. It needs no engine, so that the game window has it. */

/** A round as it is published; `docs/fairness.md` explains each field. */
export type RoundRecord = {
  game: string
  mathHash: string
  serverSeedHash: string
  /** Null until the pair of seeds has ended. */
  serverSeed: string | null
  clientSeed: string
  nonce: number
  stake: string
  pay: string
  events: readonly unknown[]
}

const isMoney = (value: unknown): boolean => typeof value === 'string' && amountFromWire(value) !== null

/** The shape of each field, in the order in which missing ones are named. */
export const roundFields: { readonly [Field in keyof RoundRecord]: (value: unknown) => boolean } = {
  game: (value) => typeof value === 'string' && /^[a-z0-9-]{1,60}$/.test(value),
  mathHash: isHex64,
  serverSeedHash: isHex64,
  serverSeed: (value) => value === null || isHex64(value),
  clientSeed: isClientSeed,
  nonce: isCount,
  stake: isMoney,
  pay: isMoney,
  events: (value) => Array.isArray(value),
}

/** The record in a pasted text, or the fields that are missing or misspelt; `json` when the text is no JSON object. */
export type ReadRecord =
  | { kind: 'record'; record: RoundRecord }
  | { kind: 'json' }
  | { kind: 'fields'; names: string[] }

/** Reads a pasted record. Fields that a record does not have are ignored. */
export function readRoundRecord(text: string): ReadRecord {
  return recordOf(readObject(text))
}

/** The same for an object that `readObject` returned. */
export function recordOf(found: ReturnType<typeof readObject>): ReadRecord {
  if (found === null) return { kind: 'json' }
  const entries = Object.entries(roundFields)
  const names = entries.flatMap(([name, fits]) => (fits(found[name]) ? [] : [name]))
  if (names.length > 0) return { kind: 'fields', names }
  const record = Object.fromEntries(entries.map(([name]) => [name, found[name]])) as RoundRecord
  return { kind: 'record', record }
}

/** The record of a round, as the window and the page copy it: only the fields that its verification needs. */
export function roundRecordText(round: RoundRecord): string {
  const entries = Object.keys(roundFields).map((name) => [name, round[name as keyof RoundRecord]])
  return JSON.stringify(Object.fromEntries(entries))
}
