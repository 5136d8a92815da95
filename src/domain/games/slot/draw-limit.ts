import { featureOf, type Game } from '#domain/games/game.ts'

/**
 * The most draws that a round of a game can make, from its data alone. The engine counts and stops beyond, so that no
 * fault in data or code plays without end.
 */
export function drawsLimit(game: Game): number {
  const cells = game.grid.reels * game.grid.rows
  const falls = featureOf(game, 'tumble')?.limit ?? 0
  const hasMystery = game.symbols.some(({ kind }) => kind === 'mystery')
  const multiplies = game.symbols.some((symbol) => symbol.kind === 'wild' && symbol.multipliers)
  // Of each fall every cell may be a new wild.
  const spin = game.grid.reels + Number(hasMystery) + (multiplies ? cells * (1 + falls) : 0)
  const free = featureOf(game, 'free-spins')
  const hold = featureOf(game, 'hold-and-win')
  return (
    spin +
    (featureOf(game, 'walking-wilds')?.limit ?? 0) * spin +
    (free ? Number(free.expanding !== undefined) + free.spinsLimit * spin : 0) +
    // Every respin may try every cell, and between two coins there are at most `respins` of them; each coin has a pay.
    (hold ? cells + hold.respins * (cells + 1) * cells : 0) +
    (featureOf(game, 'pick')?.picks ?? 0) +
    Number(featureOf(game, 'jackpot-link') !== undefined)
  )
}

/**
 * More events than a round of a game can have, from its data alone: a fault that goes on without a draw is ended by them,
 * unless it emits nothing either.
 */
export function eventsLimit(game: Game): number {
  const cells = game.grid.reels * game.grid.rows
  const falls = featureOf(game, 'tumble')?.limit ?? 0
  const hold = featureOf(game, 'hold-and-win')
  const spins = 1 + (featureOf(game, 'walking-wilds')?.limit ?? 0) + (featureOf(game, 'free-spins')?.spinsLimit ?? 0)
  // A step, a reveal, what lies over it, its wins and those of the special symbol, the scatters, the cap; a fall repeats some of them.
  const ofSpins = spins * (12 + 8 * falls)
  return ofSpins + (hold ? 2 * hold.respins * (cells + 1) : 0) + 2 * (featureOf(game, 'pick')?.picks ?? 0) + 20
}
