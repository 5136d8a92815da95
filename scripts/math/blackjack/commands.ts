import type { CatalogueSeatGame } from '#domain/games/seat-games.ts'
import type { Claim } from '../claim.ts'
import { blackjackClaims, simulatedBlackjackClaims } from './claims.ts'
import { figuresOf, logPath, measureBlackjack, type BlackjackFigures } from './measured.ts'
import { blackjackPageOf } from './page.ts'
import { blackjackSheetOf } from './sheet.ts'
import { writeBlackjackSheet } from './sheet-files.ts'
import { blockRounds, simulateBlock } from './simulation.ts'

/** What `npm run math` does with a game that a member plays alone. */

export type SeatOptions = { rounds: number; seed: string; isFull: boolean; print: (claims: Claim[]) => void }

type SeatCommand = (entry: CatalogueSeatGame, options: SeatOptions) => Promise<void> | void

export const seatCommands: Readonly<Record<string, SeatCommand>> = {
  table: (entry) => console.log(blackjackPageOf(blackjackSheetOf(entry))),
  par: async (entry) => console.log((await writeBlackjackSheet(entry)).join('\n')),
  check: async (entry, { rounds, seed, print }) => {
    const claims = [...(await blackjackClaims(entry)), ...simulatedBlackjackClaims(entry.game, rounds, seed)]
    print(claims)
    if (claims.some(({ holds }) => !holds)) process.exitCode = 1
  },
  measure: async ({ game }, { rounds, seed, isFull }) => {
    if (!isFull) {
      console.log(
        figuresText(figuresOf(game, simulateBlock(game, `${seed} short`, 0, Math.min(rounds, 4 * blockRounds)))),
      )
      return
    }
    await measureBlackjack(game, { rounds, seed, onWrite: ({ all }) => console.log(figuresText(figuresOf(game, all))) })
    console.log(logPath(game))
  },
}

function figuresText({ rounds, edge, half }: BlackjackFigures): string {
  return `${rounds} rounds: edge ${(100 * edge).toFixed(4)} % ± ${(100 * half).toFixed(4)} %`
}
