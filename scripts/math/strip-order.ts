import type { Draw } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'

/**
 * A strip in random order. Ordinary symbols stand alone or in pairs; otherwise equal symbols are at least a window
 * apart, so no spin shows two scatters or two wilds on a reel.
 */
export function shuffledStrip(game: Pick<Game, 'symbols' | 'grid'>, counts: readonly number[], draw: Draw): string[] {
  for (let attempt = 0; attempt < 2_000; attempt++) {
    const strip = laidOut(stacksOf(game, counts, draw), game.grid.rows, draw)
    if (strip) return strip
  }
  throw new Error(`No order keeps equal symbols ${game.grid.rows} rows apart with counts ${counts.join(' ')}.`)
}

function stacksOf(game: Pick<Game, 'symbols' | 'grid'>, counts: readonly number[], draw: Draw): string[][] {
  return game.symbols.flatMap(({ id, kind }, symbol) => {
    const stacks: string[][] = []
    for (let left = counts[symbol] ?? 0; left > 0;) {
      const size = kind === 'ordinary' && left > 1 ? 1 + draw(2) : 1
      stacks.push(Array.from({ length: size }, () => id))
      left -= size
    }
    return stacks
  })
}

function laidOut(stacks: string[][], apart: number, draw: Draw): string[] | null {
  const strip: string[] = []
  let left = stacks
  while (left.length > 0) {
    const near = strip.slice(Math.max(0, strip.length - apart + 1))
    if (left.length === 1) near.push(...strip.slice(0, apart - 1))
    const fitting = left.filter(([id = '']) => !near.includes(id))
    const stack = fitting[draw(Math.max(1, fitting.length))]
    if (!stack) return null
    strip.push(...stack)
    left = left.filter((other) => other !== stack)
  }
  return strip
}
