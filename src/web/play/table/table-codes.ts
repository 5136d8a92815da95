/**
 * The codes of the games that the table's window shows, without their rules: the entry of the window needs to know
 * which of its two clients to load. A test compares them with `table-games.ts`.
 */
const tableCodes: readonly string[] = ['baccarat', 'speed-baccarat', 'no-commission-baccarat']

/** Whether a game is played in the table's window; any other is a slot. */
export function isTableCode(code: string): boolean {
  return tableCodes.includes(code)
}
