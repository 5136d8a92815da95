import type { LimitKind, LimitPeriod } from '#domain/limit.ts'
import pg from 'pg'
import { journalKinds, ledgerOutcomes, requestColumns, type LedgerOutcome, type LedgerRow } from './events.ts'
import { queryTexts } from './text-query.ts'

/**
 * The statements that post rows of `ledger_request`. Each returns its outcome as one text, because fifteen columns cost a
 * bet more than the text of them all (docs/decisions/003-one-lock-no-exceptions.md).
 */

type RequestColumn = (typeof requestColumns)[number][0]
type Statement = { name: string; text: string }

const indexOf = Object.fromEntries(requestColumns.map(([column], index) => [column, index])) as Record<
  RequestColumn,
  number
>

const rowType = requestColumns.map(([, type], index) => `$${index + 1}::${type}`).join(', ')
const oneStatement = statement('ledger_post', `ledger_post(ROW(${rowType})::ledger_request)::text`)
const arrayType = requestColumns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')
const batchStatement = statement('ledger_post_batch', `o::text FROM ledger_post_batch(${arrayType}) o`)

/** The columns that the functions for plain events take; the others follow from the kind. */
const betColumns = ['member_id', 'source', 'key', 'request_hash', 'stake', 'contra_id', 'ref', 'game_kind'] as const
const spinColumns = [
  'member_id',
  'source',
  'key',
  'request_hash',
  'stake',
  'pay',
  'contra_id',
  'ref',
  'game_kind',
  'session_id',
  'play_session_id',
  'game_version_id',
  'nonce',
  'seed_id',
  'events',
  'units',
] as const
const bet = plainForm('ledger_post_bet', betColumns)
const spin = plainForm('ledger_post_spin', spinColumns)

function statement(name: string, selected: string): Statement {
  return { name, text: `SELECT ${selected}` }
}

function plainForm(name: string, columns: readonly RequestColumn[]): { statement: Statement; places: number[] } {
  const places = columns.map((column) => indexOf[column])
  const types = places.map((place, index) => `$${index + 1}::${requestColumns[place]?.[1]}`)
  return { statement: statement(name, `${name}(${types.join(', ')})`), places }
}

/** The columns of a plain bet that are zero. */
const betZeros = (['d_held', 'd_in_play', 'd_comp', 'd_turnover', 'pay'] as const).map((column) => indexOf[column])

/** The function for plain events that may post a row, or null: whether the event is plain is decided there. */
function plainFormOf(row: LedgerRow): typeof bet | null {
  const kind = row[indexOf.kind]
  // The dry run of a spin has a nonce that no round has; a hit is paid by the rules for single events.
  if (kind === journalKinds.spin)
    return (row[indexOf.nonce] as bigint) >= 0n && row[indexOf.jackpot] === null ? spin : null
  if (kind !== journalKinds.bet || row[indexOf.d_cash] !== -(row[indexOf.stake] as bigint)) return null
  return betZeros.every((place) => row[place] === 0n) ? bet : null
}

/** Posts one row in a transaction of its own. */
export async function postRow(pool: pg.Pool, row: LedgerRow): Promise<LedgerOutcome> {
  const plain = plainFormOf(row)
  const texts =
    plain === null
      ? await queryTexts(pool, oneStatement, row)
      : await queryTexts(
          pool,
          plain.statement,
          plain.places.map((place) => row[place] ?? null),
        )
  return outcomeFrom(only(texts))
}

/** Posts rows in one statement and transaction; the outcomes have the order of the rows. */
export async function postBatch(pool: pg.Pool, rows: readonly LedgerRow[]): Promise<LedgerOutcome[]> {
  const values = requestColumns.map((_, column) => arrayLiteral(rows, column))
  const texts = await queryTexts(pool, batchStatement, values)
  return texts.map((text) => outcomeFrom(text))
}

/** One column of all rows as an array literal: far cheaper to write than the driver's general way. */
function arrayLiteral(rows: readonly LedgerRow[], column: number): string {
  let text = '{'
  for (const row of rows) {
    const value = row[column] ?? null
    if (text.length > 1) text += ','
    if (value === null) text += 'NULL'
    else if (typeof value === 'string') text += `"${value.replace(/[\\"]/g, '\\$&')}"`
    else text += String(value)
  }
  return `${text}}`
}

const timestampOid = pg.types.builtins.TIMESTAMPTZ
const timeOf: (text: string) => Date = pg.types.getTypeParser(timestampOid, 'text')

/**
 * The outcome in the text of a `ledger_outcome`: its fields in their order, separated by commas. No field has a comma
 * in it, and only the time is quoted.
 */
export function outcomeFrom(text: string): LedgerOutcome {
  const field = text.slice(1, -1).split(',')
  const [name = '', seq = '', at = '', cash = '', held = '', inPlay = '', comp = '', compDelta = '', ref = ''] = field
  const [nonce = '', seedId = '', waitMs = '', limitKind = '', limitPeriod = '', limitLeft = '', jackpot = ''] =
    field.slice(9)
  const outcome = ledgerOutcomes.find((one) => one === name)
  if (outcome === undefined || field.length !== 16) throw new Error(`unknown outcome of an event: ${text}`)
  return {
    outcome,
    seq: bigintOrNull(seq),
    at: at === '' ? null : timeOf(at.slice(1, -1)),
    cash: BigInt(cash),
    held: BigInt(held),
    inPlay: BigInt(inPlay),
    comp: BigInt(comp),
    compDelta: BigInt(compDelta),
    ref: ref === '' ? null : ref,
    nonce: bigintOrNull(nonce),
    seedId: bigintOrNull(seedId),
    waitMs: waitMs === '' ? null : Number(waitMs),
    limit:
      limitKind === ''
        ? null
        : { kind: limitKind as LimitKind, period: limitPeriod as LimitPeriod, left: BigInt(limitLeft) },
    stakeLeft: limitKind === '' ? bigintOrNull(limitLeft) : null,
    jackpot: bigintOrNull(jackpot),
  }
}

const bigintOrNull = (text: string): bigint | null => (text === '' ? null : BigInt(text))

function only<Row>(rows: readonly Row[]): Row {
  const row = rows[0]
  if (row === undefined) throw new Error('a statement that returns one row returned none')
  return row
}
