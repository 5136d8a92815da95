/** The numbers of rounds that a browser was shown: `docs/fairness.md`, section 9. Pure. */

/** The numbers from the first to the last, both included. */
export type NumberRange = { firstNonce: number; lastNonce: number }

/**
 * Rounds shown one after the other with consecutive numbers, and the pair that the browser knew to be in use. The rows
 * stand in the order of their numbers; a row whose number is not above those before it was shown against that order.
 */
export type ShownNumbers = NumberRange & { pair: number }

/** The rows that do not begin above every row before them, each with the greatest number before it. */
export function repeatedRows(rows: readonly ShownNumbers[]): { row: ShownNumbers; before: number }[] {
  const repeated: { row: ShownNumbers; before: number }[] = []
  let before = -1
  for (const row of rows) {
    if (row.firstNonce <= before) repeated.push({ row, before })
    before = Math.max(before, row.lastNonce)
  }
  return repeated
}

/** The numbers of `all` that no range of `some` has, as ascending ranges as long as possible. */
export function numbersWithout(all: readonly NumberRange[], some: readonly NumberRange[]): NumberRange[] {
  const left: NumberRange[] = []
  const shown = joined(some)
  let at = 0
  for (const range of joined(all)) {
    let { firstNonce } = range
    while (at < shown.length && (shown[at]?.lastNonce ?? 0) < firstNonce) at += 1
    for (let index = at; firstNonce <= range.lastNonce; index += 1) {
      const next = shown[index]
      const lastNonce = Math.min(range.lastNonce, next ? next.firstNonce - 1 : range.lastNonce)
      if (firstNonce <= lastNonce) left.push({ firstNonce, lastNonce })
      firstNonce = next ? next.lastNonce + 1 : range.lastNonce + 1
    }
  }
  return left
}

/** A range as text: `7`, or `0-999`. */
export function rangeText({ firstNonce, lastNonce }: NumberRange): string {
  return firstNonce === lastNonce ? String(firstNonce) : `${firstNonce}-${lastNonce}`
}

/** Numbers as ascending ranges as long as possible. */
export function rangesOf(numbers: readonly number[]): NumberRange[] {
  return joined(numbers.map((number) => ({ firstNonce: number, lastNonce: number })))
}

/** The same numbers in ascending ranges that neither overlap nor touch. A range that ends before it begins has none. */
export function joined(ranges: readonly NumberRange[]): NumberRange[] {
  const result: NumberRange[] = []
  const ascending = ranges
    .filter(({ firstNonce, lastNonce }) => firstNonce <= lastNonce)
    .toSorted((one, other) => one.firstNonce - other.firstNonce)
  for (const { firstNonce, lastNonce } of ascending) {
    const last = result.at(-1)
    if (last && firstNonce <= last.lastNonce + 1) last.lastNonce = Math.max(last.lastNonce, lastNonce)
    else result.push({ firstNonce, lastNonce })
  }
  return result
}
