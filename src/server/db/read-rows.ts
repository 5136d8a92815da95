/** The rows of a statement, inside a transaction. */
export type ReadRows = <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>
