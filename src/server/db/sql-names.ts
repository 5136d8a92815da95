import { openHelpStates } from '#domain/help.ts'
import { openRequestStates } from '#domain/money-request-decision.ts'
import { underwayStates } from '#domain/transfer.ts'
import pg from 'pg'
import { journalKinds, journalSources, requestColumns } from '#server/ledger/events.ts'

/**
 * The value of `${…}` in `db/functions`: numbers and lists that TypeScript and SQL share are written there by name and
 * filled in from the one list in TypeScript.
 *
 *   ${kind.bet}             the number of a journal kind
 *   ${kinds.bet,win}        several, separated by commas, for IN (…)
 *   ${source.own}           the number of a journal source
 *   ${states.request_open}  the states of a money request that is not decided, as a list of texts
 *   ${states.help_open}     the states of an inquiry that is not answered
 *   ${states.transfer_underway}  the states of a transfer whose result is not known
 *   ${role.app}             the role the application signs in as, as an identifier
 *   ${request.columns}      the columns of `ledger_request`:                  member_id, kind, …
 *   ${request.parameters}   one array parameter per column:                   p_member_id bigint[], p_kind smallint[], …
 *   ${request.arrays}       the names of those parameters:                    p_member_id, p_kind, …
 *   ${request.element}      the element of each at the variable `i`:          p_member_id[i], p_kind[i], …
 *
 * Throws an `UnknownSqlName` for any other name.
 */
export function sqlNameValue(name: string, appRole: string): string {
  const [group = '', rest = ''] = splitOnce(name)
  if (group === 'kind') return String(numberOf(journalKinds, rest, name))
  if (group === 'kinds')
    return rest
      .split(',')
      .map((kind) => numberOf(journalKinds, kind.trim(), name))
      .join(', ')
  if (group === 'source') return String(numberOf(journalSources, rest, name))
  if (name === 'states.request_open') return texts(openRequestStates)
  if (name === 'states.help_open') return texts(openHelpStates)
  if (name === 'states.transfer_underway') return texts(underwayStates)
  if (name === 'role.app') return pg.escapeIdentifier(appRole)
  if (name === 'request.columns') return requestColumns.map(([column]) => column).join(', ')
  if (name === 'request.parameters') return requestColumns.map(([column, type]) => `p_${column} ${type}[]`).join(', ')
  if (name === 'request.arrays') return requestColumns.map(([column]) => `p_${column}`).join(', ')
  if (name === 'request.element') return requestColumns.map(([column]) => `p_${column}[i]`).join(', ')
  throw new UnknownSqlName(name)
}

/** A placeholder in `db/functions` that no list in TypeScript has. */
export class UnknownSqlName extends Error {
  override name = 'UnknownSqlName'
  constructor(placeholder: string) {
    super(`there is no name \${${placeholder}}; src/server/db/sql-names.ts lists them`)
  }
}

function numberOf(list: Readonly<Record<string, number>>, key: string, placeholder: string): number {
  const value = Object.hasOwn(list, key) ? list[key] : undefined
  if (value === undefined) throw new UnknownSqlName(placeholder)
  return value
}

function texts(values: readonly string[]): string {
  return values.map((value) => pg.escapeLiteral(value)).join(', ')
}

function splitOnce(name: string): [string, string] {
  const dot = name.indexOf('.')
  return dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)]
}
