/** Tables for programs, RFC 4180: commas, CRLF, quotes doubled. */

/** What spreadsheets of today need to read UTF-8 as such. */
export const byteOrderMark = '\uFEFF'

/**
 * One line. A text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or return in front) gets an
 * apostrophe before it; plain figures stay figures.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const isFigure = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isFigure && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
