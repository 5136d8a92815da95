import type pg from 'pg'

/** A statement that is prepared once on each connection, under its name. */
type PreparedText = { name: string; text: string }

/**
 * Runs a prepared statement whose rows are each one text, in a transaction of its own, and resolves with these texts.
 * Rejects with PostgreSQL's error, or with the loss of the connection.
 *
 * It costs half of the processor time of the driver's own query: the result is not described, and no objects for rows
 * and fields are made. Parameters are sent as text; null stays null.
 */
export async function queryTexts(
  pool: pg.Pool,
  statement: PreparedText,
  values: readonly (bigint | number | string | null)[],
): Promise<string[]> {
  const query = textQuery(statement, values)
  // The driver's types say that a query of one's own is returned; the pool returns a promise that settles with it.
  await (pool.query(query) as unknown as Promise<unknown>)
  return query.texts
}

/** What the driver's connection offers to a query of one's own beyond its declared types. */
type Wire = pg.Connection & {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  bind(config: { statement: string; values: (string | null)[] }): void
  execute(): void
  parse(statement: PreparedText): void
}

/** What the driver's client calls on a query. */
type TextQuery = pg.Submittable &
  PreparedText & {
    texts: string[]
    /** Set by the pool, as long as it is not set. */
    callback?: (error: Error | null) => void
    handleDataRow: (message: { fields: (string | null)[] }) => void
    handleCommandComplete: () => void
    handleReadyForQuery: () => void
    handleError: (error: Error) => void
  }

/**
 * A query in the form that `pg` takes from its extensions, such as `pg-cursor`: it submits itself and handles the
 * messages that come back. The driver remembers by `name` and `text` which statements a connection has prepared.
 */
function textQuery({ name, text }: PreparedText, values: readonly (bigint | number | string | null)[]): TextQuery {
  const query: TextQuery = {
    name,
    text,
    texts: [],
    submit(connection) {
      const wire = connection as Wire
      // All messages are written at once.
      wire.stream.cork()
      if (wire.parsedStatements[name] === undefined) {
        wire.parse({ name, text })
        wire.submittedNamedStatements[name] = text
      }
      wire.bind({ statement: name, values: values.map((value) => (value === null ? null : String(value))) })
      wire.execute()
      wire.sync()
      wire.stream.uncork()
    },
    handleDataRow: ({ fields }) => void query.texts.push(fields[0] ?? ''),
    handleCommandComplete: () => {},
    handleReadyForQuery: () => query.callback?.(null),
    handleError: (error) => query.callback?.(error),
  }
  return query
}
