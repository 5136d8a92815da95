import pg from 'pg'
import { compareGuards } from '#server/db/guards.ts'
import type { ReadRows } from '#server/db/read-rows.ts'
import type { CheckFault } from './checks/check.ts'

type NamedFault = CheckFault & { check: string }

/** How long each statement may take that looks for the cause. */
const causeMs = 60_000

/** The books could not be read, and `faults` names what in the database is not the program's, which may be why. */
export class BooksFoiled extends Error {
  override name = 'BooksFoiled'
  readonly faults: readonly NamedFault[]
  constructor(faults: readonly NamedFault[], cause: Error) {
    const named = faults.slice(0, 3).map(({ subject, detail }) => `${subject} ${detail}`)
    super(`${cause.message}; the guards differ: ${named.join('; ')}`, { cause })
    this.faults = faults
  }
}

/**
 * What a failure to read the books is to be reported as. An operator, cast or rule that somebody planted can make any statement fail, so
 * the guards are compared alone: `BooksFoiled` where they differ, otherwise the error itself. `client` is in no transaction, or in a failed one.
 */
export async function nameCause(client: pg.ClientBase, error: unknown, withInstalled: boolean): Promise<unknown> {
  if (!(error instanceof Error) || error instanceof BooksFoiled) return error
  const read: ReadRows = async (sql, values = []) => (await client.query(sql, [...values])).rows
  try {
    await client.query('ROLLBACK')
    await client.query(`BEGIN TRANSACTION READ ONLY; SET LOCAL statement_timeout = ${causeMs}`)
    const { faults } = await compareGuards(read, { withInstalled })
    return faults.length === 0
      ? error
      : new BooksFoiled(
          faults.map((fault) => ({ check: 'guards', ...fault })),
          error,
        )
  } catch (failure) {
    if (!(failure instanceof pg.DatabaseError) || isOfServer(failure)) return error
    const detail = `could not finish: ${failure.message.slice(0, 200)}`
    return new BooksFoiled([{ check: 'guards', subject: 'the whole check', detail }], error)
  } finally {
    await client.query('ROLLBACK').catch(() => {})
  }
}

/** SQLSTATE classes of connections, resources, locks, operators and the system. */
export function isOfServer(error: pg.DatabaseError): boolean {
  return /^(08|40|53|55|57|58)/.test(error.code ?? '')
}
