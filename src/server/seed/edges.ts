import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { catalogue, type CatalogueGame } from '#domain/games/catalogue.ts'
import { featureOf } from '#domain/games/game.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import { edgeFaults } from '#domain/games/slot/definition-check.ts'
import { lobbyOf, tables } from '#domain/games/table/tables.ts'
import type { Database } from '../db/pool.ts'

/** A level at which a brand gives back the whole edge of a game, or more: `field` is `compPpm.<level>`. */
export type EdgeFault = { brand: string; game: string; field: string; fault: string }

/** A game whose edge comp and jackpots reduce; `returnPpm` is of all stakes, by the bet that keeps least. */
export type EdgeGame = { code: string; kind: 'slot' | 'casino' | 'sport'; returnPpm: number; feedsJackpots: boolean }

const sheets = join(import.meta.dirname, '../../../docs/par/table')
const sheet = z.object({
  bets: z.array(z.object({ edgePercent: z.string() })).nonempty(),
  /** Of a game with decisions, whose edge is of the first stake: all stakes of a round, in first stakes. */
  simulation: z.object({ meanStakes: z.number().optional() }).optional(),
})

/** Every slot, table and game with a seat, by the par sheets (`docs/par/`). */
export function edgeGames(): EdgeGame[] {
  return [
    ...catalogue.map(ofSlot),
    ...tables.map(({ game }) => ofSheet(game.code, lobbyOf(game).kind)),
    ...seatGames.map(({ game }) => ofSheet(game.code, 'casino')),
  ]
}

/** A slot as `findEdgeFaults` takes it. */
export function ofSlot({ game, returnPpm }: Pick<CatalogueGame, 'game' | 'returnPpm'>): EdgeGame {
  return { code: game.code, kind: 'slot', returnPpm, feedsJackpots: featureOf(game, 'jackpot-link') !== undefined }
}

function ofSheet(code: string, kind: 'casino' | 'sport'): EdgeGame {
  const { bets, simulation } = sheet.parse(JSON.parse(readFileSync(join(sheets, `${code}.json`), 'utf8')))
  const least = Math.min(...bets.map(({ edgePercent }) => Number(edgePercent)))
  const keptPpm = Math.floor((least * 10_000) / (simulation?.meanStakes ?? 1))
  return { code, kind, returnPpm: 1_000_000 - keptPpm, feedsJackpots: false }
}

/**
 * The levels at which comp and jackpots together leave nothing of a game's edge, by each brand's rates of today and of
 * later dates. Linked games feed every open jackpot tier.
 */
export async function findEdgeFaults(db: Database, games: readonly EdgeGame[] = edgeGames()): Promise<EdgeFault[]> {
  const { rows } = await sql<{ brand: string; kind: EdgeGame['kind']; level: number; rate: number }>`
    SELECT b.code AS brand, c.game_kind AS kind, c.level, max(c.rate_ppm) AS rate
      FROM comp_rate c JOIN brand b ON b.id = c.brand_id
     WHERE c.effective_from > now() OR c.id = (SELECT o.id FROM comp_rate o
             WHERE (o.brand_id, o.game_kind, o.level) = (c.brand_id, c.game_kind, c.level) AND o.effective_from <= now()
             ORDER BY o.effective_from DESC LIMIT 1)
     GROUP BY b.code, c.game_kind, c.level ORDER BY b.code, c.level`.execute(db)
  const tiers = await db.selectFrom('jackpot_tier').select('share_ppm').where('open', '=', true).execute()
  const shares = tiers.reduce((sum, tier) => sum + tier.share_ppm, 0)
  return games.flatMap(({ code, kind, returnPpm, feedsJackpots }) =>
    rows
      .filter((row) => row.kind === kind)
      .flatMap(({ brand, level, rate }) =>
        edgeFaults({ returnPpm, compPpm: [rate], jackpotPpm: feedsJackpots ? shares : 0 }).map(({ fault }) => ({
          brand,
          game: code,
          field: `compPpm.${level}`,
          fault,
        })),
      ),
  )
}
