/**
 * What a series of rounds is bound to: table, game, the number of its first link, and in hex the link before that one (or the end of
 * the chain), which was published before any salt.
 */
export type SeriesId = { table: string; game: string; firstLink: number; previousLink: string }

/** Whether a text is a code or the name of a table or seat: 1 to 60 of `a`–`z`, `0`–`9` and `-`. */
export function isName(text: string): boolean {
  return /^[a-z0-9-]{1,60}$/.test(text)
}

/** Whether a text is 32 bytes as lower-case hex digits. */
export function isHashText(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** The lines that every text of a series begins with, after its own name. */
export function headOf({ table, game, firstLink, previousLink }: SeriesId): string[] {
  return [table, game, String(firstLink), previousLink]
}

/** Each text and a line feed after it. */
export function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}
