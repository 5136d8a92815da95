/** CSV tables, RFC 4180: commas, CRLF, quotes doubled. */

/** Spreadsheet programs read a file as UTF-8 only if it begins with this mark. */
export const byteOrderMark = '\uFEFF'

/**
 * One line. A text that a spreadsheet would take for a formula (leading `=`, `+`, `-`, `@`, also full-width or after
 * spaces, or a control character) gets a leading apostrophe; plain numbers stay unchanged.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const isFigure = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isFigure && /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^\p{Cc}/u.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
