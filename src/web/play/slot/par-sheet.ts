/** The figures of a published par sheet shown in the information panel. */
export type ParSheet = {
  mathHash: string
  /** In multiples of the stake. */
  deviation: number
  /** Share of paid spins that pay anything. */
  hitRate: number
  feature?: { spinsPerFeature: number }
  /** The maximum pay of a round, in multiples of the stake. */
  largestWin: number
}

const sheets = import.meta.glob<ParSheet>('/docs/par/*.json', { import: 'default' })

/** The par sheet of a game; null when there is none for the mathematics `mathHash`. */
export async function loadParSheet(code: string, mathHash: string): Promise<ParSheet | null> {
  const sheet = await sheets[`/docs/par/${code}.json`]?.()
  return sheet?.mathHash === mathHash ? sheet : null
}
