import type { CatalogueTable } from '#domain/games/table/tables.ts'
import type { Claim } from '../claim.ts'
import { simulatedTableClaims, tableClaims } from './table-claims.ts'
import { writeSheet } from './table-files.ts'
import { tablePageOf } from './table-page.ts'
import { tableSheetOf } from './table-sheet.ts'

/** What `npm run math` does with a table game. */

export type TableOptions = { rounds: number; seed: string; json: boolean; print: (claims: Claim[]) => void }

export const tableCommands: Readonly<Record<string, (entry: CatalogueTable, options: TableOptions) => Promise<void>>> =
  {
    table: async (entry) => console.log(tablePageOf(tableSheetOf(entry))),
    par: async (entry) => console.log((await writeSheet(entry)).join('\n')),
    check: async (entry, { rounds, seed, print }) => {
      const claims = [...(await tableClaims(entry)), ...simulatedTableClaims(entry.game, rounds, seed)]
      print(claims)
      if (claims.some(({ holds }) => !holds)) process.exitCode = 1
    },
  }
