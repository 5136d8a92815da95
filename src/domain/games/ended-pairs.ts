/** The pairs that ended without a step of the browser: `docs/fairness.md`, section 9. Pure. */

/** A pair that was not in use any more while no pair after it had begun, and the number of its last round, if it has one. */
export type EndedPair = { pair: number; lastNonce: number | null }

/** The pairs of which a receipt shows that they had ended before the browser began the next one, in the order of `pairs`. */
export function endedPairs(
  receipts: readonly { pair: number; clientSeed: string | null }[],
  pairs: readonly EndedPair[],
): EndedPair[] {
  const ended = new Set(receipts.filter(({ clientSeed }) => clientSeed === null).map(({ pair }) => pair))
  return pairs.filter(({ pair }) => ended.has(pair)).map(({ pair, lastNonce }) => ({ pair, lastNonce }))
}

/** As text: `3 (41)` for pair 3 with the last round 41; `3` for one without rounds. */
export function endedText({ pair, lastNonce }: EndedPair): string {
  return lastNonce === null ? String(pair) : `${pair} (${lastNonce})`
}
