import type { Card } from './cards.ts'

/** What a round showed, and nothing that follows from it. Cards are in the order in which their side got them. */
export type TableOutcome = BaccaratOutcome | DragonTigerOutcome | RouletteOutcome | SicBoOutcome | RaceOutcome

/** Two or three cards a side. */
export type BaccaratOutcome = { kind: 'baccarat'; player: readonly Card[]; banker: readonly Card[] }

export type DragonTigerOutcome = { kind: 'dragon-tiger'; dragon: Card; tiger: Card }

/** The number of the pocket, 0 to 36. */
export type RouletteOutcome = { kind: 'roulette'; pocket: number }

/** Three dice in the order of their draws, each 1 to 6. */
export type SicBoOutcome = { kind: 'sic-bo'; dice: readonly [number, number, number] }

/** The numbers of the eight runners, 1 to 8, in the order in which they came in. */
export type RaceOutcome = { kind: 'race'; order: readonly number[] }
