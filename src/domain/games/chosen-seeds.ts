/** The client seeds that a browser chose: `docs/fairness.md`, section 9. Pure. */

/** A client seed that the browser chose for the pair, stored before it was sent. */
export type ChosenSeed = { pair: number; clientSeed: string }

/** The number of a pair for which more than one client seed was chosen, and how many. */
export type ChosenAgain = { pair: number; seeds: number }

/** Whether a pair of the chain began with a client seed that was not chosen for it. */
export function isNotAmong(chosen: readonly ChosenSeed[]): (pair: ChosenSeed & { scheme: 'chain' | 'old' }) => boolean {
  const known = new Set(chosen.map(({ pair, clientSeed }) => `${pair} ${clientSeed}`))
  return ({ pair, scheme, clientSeed }) => scheme === 'chain' && !known.has(`${pair} ${clientSeed}`)
}

/** The numbers of pairs for which more than one client seed was chosen, ascending, also of pairs that never began. */
export function chosenAgain(chosen: readonly ChosenSeed[]): ChosenAgain[] {
  const byPair = new Map<number, Set<string>>()
  for (const { pair, clientSeed } of chosen) byPair.set(pair, (byPair.get(pair) ?? new Set()).add(clientSeed))
  return [...byPair]
    .filter(([, { size }]) => size > 1)
    .map(([pair, { size }]) => ({ pair, seeds: size }))
    .toSorted((one, other) => one.pair - other.pair)
}

/** As text: `3 (2)` for two client seeds of pair 3. */
export function againText({ pair, seeds }: ChosenAgain): string {
  return `${pair} (${seeds})`
}
