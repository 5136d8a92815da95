/** While the house works on itself no game opens and no round begins; everything else goes on. */

export type Maintenance = {
  /** When the games open again by themselves; null: when the office says so. */
  until: Date | null
  /** What the office wrote, by language; a language it left out has the house's own words. */
  texts: Readonly<Record<string, string>>
}

/** Whether it lasts at a moment. */
export function isMaintained(maintenance: Maintenance | null, at: Date): maintenance is Maintenance {
  return maintenance !== null && (maintenance.until === null || at < maintenance.until)
}
