/** Values with weights, prepared for drawing one of them. */
export type WeightedList = {
  /** The sum of the weights: what to draw below. */
  total: number
  values: readonly number[]
  weights: readonly number[]
}

/** Prepares a list of the data; `valueOf` reads the value of an entry. */
export function weightedList<Entry extends { weight: number }>(
  entries: readonly Entry[],
  valueOf: (entry: Entry) => number,
): WeightedList {
  const weights = entries.map(({ weight }) => weight)
  return { total: weights.reduce((sum, weight) => sum + weight, 0), values: entries.map(valueOf), weights }
}

/** The value that a result of a draw below `total` means: the weights are read in the order of the list. */
export function valueAt({ values, weights }: WeightedList, result: number): number {
  let left = result
  let index = 0
  while (index < weights.length - 1 && left >= (weights[index] ?? 0)) {
    left -= weights[index] ?? 0
    index += 1
  }
  return values[index] ?? 0
}
