/** The figures of a game's published par sheet that its information panel shows. */
export type ParSheet = {
  mathHash: string
  /** In stakes. */
  deviation: number
  /** Share of paid spins that pay anything. */
  hitRate: number
  feature?: { spinsPerFeature: number }
  /** The most a round can pay, in stakes. */
  largestWin: number
}

const sheets = import.meta.glob<ParSheet>('/docs/par/*.json', { import: 'default' })

/** The par sheet of a game, or null when it has none or it speaks of other mathematics than `mathHash`. */
export async function loadParSheet(code: string, mathHash: string): Promise<ParSheet | null> {
  const sheet = await sheets[`/docs/par/${code}.json`]?.()
  return sheet?.mathHash === mathHash ? sheet : null
}
