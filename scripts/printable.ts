/**
 * What programs for operators print may contain values of rows that somebody planted in the database. Characters that a terminal acts on, or
 * that hide or reorder others, are printed as `\u{1b}`, a line break within a value too, so that no value looks like another line.
 */

/** Controls, formats such as the change of direction, separators of lines, and halves of pairs. */
const acting = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** One line as it may be printed. */
export function printable(line: string): string {
  return line.replaceAll(acting, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)
}

export function printLine(line: string): void {
  console.log(printable(line))
}

export function printFault(line: string): void {
  console.error(printable(line))
}

/** The message of an error. One of PostgreSQL may contain values of rows; those of the program may have several lines. */
export function printError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const isOfDatabase = error instanceof Error && 'severity' in error
  for (const line of isOfDatabase ? [message] : message.split('\n')) printFault(line)
}
