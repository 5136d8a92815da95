import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { blackjackHashOf, type BlackjackGame } from '#domain/games/blackjack/game.ts'

const sheets = join(import.meta.dirname, '../../../../docs/par/table')
const sheet = z.object({
  mathHash: z.string(),
  bets: z.array(z.object({ code: z.string(), edgePercent: z.string().regex(/^\d+\.\d{4}$/) })),
  simulation: z.object({ gainsPercent: z.string() }),
})

/** What a round with the published strategy comes to, from the par sheet of the game's mathematics. */
type SeatFigures = { edge: string; odds: { rtp: string; winPercent: string } }
const cached = new Map<string, SeatFigures>()

/** What the house keeps of the first stake with the published strategy, in percent, four decimals. */
export function edgeOf(game: BlackjackGame): string {
  return figuresOf(game).edge
}

/** The return on the first stake and the rounds that gain, with the published strategy: both in percent, as a slot has them, two decimals and one. */
export function seatOdds(game: BlackjackGame): SeatFigures['odds'] {
  return figuresOf(game).odds
}

function figuresOf(game: BlackjackGame): SeatFigures {
  const known = cached.get(game.code)
  if (known !== undefined) return known
  const { mathHash, bets, simulation } = sheet.parse(
    JSON.parse(readFileSync(join(sheets, `${game.code}.json`), 'utf8')),
  )
  const edge = bets.find(({ code }) => code === 'hand')?.edgePercent
  if (mathHash !== blackjackHashOf(game) || edge === undefined)
    throw new Error(`the par sheet of ${game.code} is of other mathematics`)
  const figures = {
    edge,
    odds: { rtp: (100 - Number(edge)).toFixed(2), winPercent: oneDecimal(simulation.gainsPercent) },
  }
  cached.set(game.code, figures)
  return figures
}

/** Cut off, so that no more rounds are promised than there are. */
function oneDecimal(percent: string): string {
  return percent.replace(/(\.\d)\d*$/, '$1')
}
