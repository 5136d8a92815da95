/** Half the width of the 99.9 % interval of a normal variable, in standard errors. */
export const z999 = 3.2905

/**
 * The same for `many` figures of one run, of which all lie inside with 99.9 %: each one is outside of its interval with a chance of at most
 * 0.1 % ÷ `many`. Of 436 bets one would be outside of `z999` in every other run.
 */
export function z999OfAll(many: number): number {
  const chance = 0.001 / many
  let [low, high] = [3, 8]
  while (high - low > 1e-6) {
    const middle = (low + high) / 2
    if (2 * upperTail(middle) > chance) low = middle
    else high = middle
  }
  return high
}

/** The chance that a normal variable is above `z`, from 3 on: the continued fraction of Laplace. */
function upperTail(z: number): number {
  const fraction = Array.from({ length: 60 }, (_, index) => 60 - index).reduce((rest, term) => z + term / rest, z)
  return Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI) / fraction
}
