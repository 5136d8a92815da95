import type { DragonTigerOutcome } from '#domain/games/table/outcome.ts'
import { dragonTigerPlaces } from '../cards/camera.ts'
import { fitted, usual, type DealPlan, type PlannedCard } from '../cards/deal-plan.ts'

const { first, between, flight, pause } = usual
/** Each card is bent up before it is turned, whatever it is. */
const squeeze = 1150

/** The deal of Dragon Tiger: a card to each side, then the dragon's is turned, then the tiger's. */
export function planOf({ dragon, tiger }: DragonTigerOutcome, dealMs: number): DealPlan {
  const dealt = first + between + flight
  const cards = (['left', 'right'] as const).flatMap((side, index): PlannedCard[] => {
    const to = dragonTigerPlaces[side][0]
    if (to === undefined) return []
    const turnAt = dealt + pause + index * (squeeze + pause)
    const timing = { dealAt: first + index * between, dealMs: flight, turnAt, turnMs: squeeze }
    return [{ side, place: 0, to, card: side === 'left' ? dragon : tiger, ...timing, isSqueezed: true }]
  })
  return fitted(cards, dealt + 2 * (pause + squeeze), dealMs)
}
