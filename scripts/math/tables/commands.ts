import { cardText } from '#domain/games/table/cards.ts'
import { marksOf } from '#domain/games/table/marks.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { roadRoundOf } from '#domain/games/table/roads/road-round.ts'
import { roadTexts, roundText } from '#domain/games/table/roads/road-text.ts'
import { mixOf } from '#domain/games/table/salt-list.ts'
import { isShoeGame, type TableGame } from '#domain/games/table/table-game.ts'
import type { CatalogueTable } from '#domain/games/table/tables.ts'
import { verifySeries } from '#domain/games/table/verify-series.ts'
import type { Claim } from '../claim.ts'
import { countedText, countShoes } from './counted-shoes.ts'
import { sampleSeries } from './sample-series.ts'
import { simulatedTableClaims, tableClaims } from './table-claims.ts'
import { writeSheet } from './table-files.ts'
import { tablePageOf } from './table-page.ts'
import { tableSheetOf } from './table-sheet.ts'

/** What `npm run math` does with a table game. */

export type TableOptions = {
  rounds: number
  shoes: number
  seed: string
  json: boolean
  print: (claims: Claim[]) => void
}

export const tableCommands: Readonly<Record<string, (entry: CatalogueTable, options: TableOptions) => Promise<void>>> =
  {
    table: async (entry) => console.log(tablePageOf(tableSheetOf(entry))),
    par: async (entry) => console.log((await writeSheet(entry)).join('\n')),
    check: async (entry, { rounds, seed, print }) => {
      const claims = [...(await tableClaims(entry)), ...simulatedTableClaims(entry.game, rounds, seed)]
      print(claims)
      if (claims.some(({ holds }) => !holds)) process.exitCode = 1
    },
    counted: async ({ game }, { shoes, seed }) =>
      console.log(isShoeGame(game) ? countedText(countShoes(game, shoes, seed)) : 'no shoe: nothing to count'),
    series: async ({ game }, { seed, json }) => console.log(seriesText(game, seed, json)),
  }

/** The sample series of a seed as its record, or as a list of its rounds with the roads of baccarat and the verifier's answer. */
function seriesText(game: TableGame, seed: string, isJson: boolean): string {
  const record = sampleSeries(game, seed)
  if (isJson) return JSON.stringify(record)
  const { faults, undealt, unmixed } = verifySeries(game, record, { end: record.salts.previousLink, kept: null })
  const roads = record.rounds.flatMap((round) => (round.kind === 'baccarat' ? [roadRoundOf(round)] : []))
  return [
    ...record.rounds.map(
      (round, index) => `${String(index + 1).padStart(3)}  ${outcomeText(round)}  ${marksOf(round).join(' ')}`,
    ),
    ...(roads.length > 0 ? Object.entries(roadTexts(roads, roundText)).map(([road, text]) => `${road}: ${text}`) : []),
    `mix ${mixOf(record.salts)}; drawn again: ${faults.length} faults, ${undealt.length} rounds passed over`,
    ...unmixed.map(({ seat, reason }) => `the salt of ${seat} is ${reason}`),
  ].join('\n')
}

function outcomeText(outcome: TableOutcome): string {
  switch (outcome.kind) {
    case 'baccarat':
      return `player ${outcome.player.map(cardText).join(' ')}  banker ${outcome.banker.map(cardText).join(' ')}`
    case 'dragon-tiger':
      return `dragon ${cardText(outcome.dragon)}  tiger ${cardText(outcome.tiger)}`
    case 'roulette':
      return String(outcome.pocket)
    case 'sic-bo':
      return outcome.dice.join(' ')
    case 'race':
      return outcome.order.join(' ')
  }
}
