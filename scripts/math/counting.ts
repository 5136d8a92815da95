/** How often each value occurs, from 0 to the largest. */
export function countOf(values: ArrayLike<number>): number[] {
  const counts: number[] = [0]
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0
    while (counts.length <= value) counts.push(0)
    counts[value] = (counts[value] ?? 0) + 1
  }
  return counts
}

/** The counts of the sum of two independent counts. */
export function convolve(one: readonly number[], other: readonly number[]): number[] {
  const sums = Array.from({ length: one.length + other.length - 1 }, () => 0)
  one.forEach((left, index) => {
    other.forEach((right, offset) => {
      sums[index + offset] = (sums[index + offset] ?? 0) + left * right
    })
  })
  return sums
}

/** The same, exact for counts of any size. */
export function convolveExactly(one: readonly bigint[], other: readonly bigint[]): bigint[] {
  const sums = Array.from({ length: one.length + other.length - 1 }, () => 0n)
  one.forEach((left, index) => {
    other.forEach((right, offset) => {
      sums[index + offset] = (sums[index + offset] ?? 0n) + left * right
    })
  })
  return sums
}

export function sumExactly(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n)
}

export function productExactly(values: readonly bigint[]): bigint {
  return values.reduce((product, value) => product * value, 1n)
}
