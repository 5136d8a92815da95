/** During maintenance no game opens and no round begins; everything else continues. */

export type Maintenance = {
  /** When maintenance ends by itself; null: when the office ends it. */
  until: Date | null
  /** The office's texts by language; the default text is used for a language it left out. */
  texts: Readonly<Record<string, string>>
}

/** Whether maintenance is on at a moment. */
export function isMaintained(maintenance: Maintenance | null, at: Date): maintenance is Maintenance {
  return maintenance !== null && (maintenance.until === null || at < maintenance.until)
}
