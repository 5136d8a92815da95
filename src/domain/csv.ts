/** CSV tables, RFC 4180: commas, CRLF, quotes doubled. */

/** Spreadsheet programs read a file as UTF-8 only if it begins with this mark. */
export const byteOrderMark = '\uFEFF'

/**
 * One line. A text that a spreadsheet would take for a formula (leading `=`, `+`, `-`, `@`, also full-width or after
 * spaces, or a control character) gets a leading apostrophe; plain numbers stay unchanged. So does what follows a
 * semicolon, a tab or a line break within a text, where some spreadsheets begin another cell.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

const startsOfFormulas = /(^|[;\t\r\n])(?=[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠])|(^)(?=\p{Cc})/gu

function csvCell(text: string): string {
  const isFigure = /^-?\d+(\.\d+)?$/.test(text)
  const safe = isFigure ? text : text.replace(startsOfFormulas, "$1'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
