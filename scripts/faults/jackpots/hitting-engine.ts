import { featureOf, type Game } from '#domain/games/game.ts'
import type { Engine } from '#domain/games/slot/checked-play.ts'
import { play } from '#domain/games/slot/play.ts'

/**
 * The real engine, with jackpots that are hit as often as their data can say: at the largest stake of a linked machine nearly
 * every round hits one, at a smaller stake in proportion. All draws stay as they are, so the same seeds give the same hits.
 */
export const hittingEngine: Engine = (game, draw, options) => play(hitting(game), draw, options)

const changed = new WeakMap<Game, Game>()

function hitting(game: Game): Game {
  const known = changed.get(game)
  if (known) return known
  const link = featureOf(game, 'jackpot-link')
  const chance = link && Math.floor(link.of / link.tiers.length / Math.max(...game.stakes))
  const made =
    link && chance
      ? {
          ...game,
          features: game.features.map((feature) =>
            feature === link ? { ...link, tiers: link.tiers.map(({ tier }) => ({ tier, chance })) } : feature,
          ),
        }
      : game
  changed.set(game, made)
  return made
}

/** The name under which the hook gives it to the server. */
export { hittingEngine as play }
