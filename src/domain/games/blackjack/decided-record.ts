import { roundFields, type RoundRecord } from '../round-record.ts'
import type { readObject } from '../pasted-text.ts'

/** The record of a round with decisions, which members copy and verifiers read: `docs/fairness.md`, section 14. */

/** The `format` of the record; a round of a slot has none. */
export const decidedFormat = 'baize-decisions-1'

/** The fields of a slot's record with what the member decided, or the default in its place. `pay` is all that was returned. */
export type DecidedRecord = RoundRecord & { decisions: readonly string[] }

/** The shape of each field, in the order in which missing ones are named. */
const { events, ...others } = roundFields
const decidedFields: { readonly [Field in keyof DecidedRecord]: (value: unknown) => boolean } = {
  ...others,
  decisions: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  events,
}

/** A pasted record, or its wrong fields; `other`: the text is something else. */
export type ReadDecidedRecord =
  | { kind: 'record'; record: DecidedRecord }
  | { kind: 'fields'; names: string[] }
  | { kind: 'other' }

/** Reads the object that `readObject` returned. Fields that a record does not have are ignored. */
export function decidedRecordOf(found: ReturnType<typeof readObject>): ReadDecidedRecord {
  if (found?.['format'] !== decidedFormat) return { kind: 'other' }
  const entries = Object.entries(decidedFields)
  const names = entries.flatMap(([name, fits]) => (fits(found[name]) ? [] : [name]))
  if (names.length > 0) return { kind: 'fields', names }
  return { kind: 'record', record: Object.fromEntries(entries.map(([name]) => [name, found[name]])) as DecidedRecord }
}

/** The record of a round as the window copies it: only the fields that its verification needs. */
export function decidedRecordText(round: DecidedRecord): string {
  const entries = Object.keys(decidedFields).map((name) => [name, round[name as keyof DecidedRecord]])
  return JSON.stringify({ format: decidedFormat, ...Object.fromEntries(entries) })
}
