import { sql } from 'kysely'
import { catalogue, type CatalogueGame } from '#domain/games/catalogue.ts'
import { featureOf } from '#domain/games/game.ts'
import { edgeFaults } from '#domain/games/slot/definition-check.ts'
import type { Database } from '../db/pool.ts'

/** A level at which a brand gives back the whole edge of a game, or more: `field` is `compPpm.<level>`. */
export type EdgeFault = { brand: string; game: string; field: string; fault: string }

/**
 * The levels at which comp and jackpots together leave nothing of a game's edge, by each brand's rates of today and of
 * later dates. Linked games feed every open jackpot tier.
 */
export async function findEdgeFaults(
  db: Database,
  games: readonly Pick<CatalogueGame, 'game' | 'returnPpm'>[] = catalogue,
): Promise<EdgeFault[]> {
  const { rows } = await sql<{ brand: string; level: number; rate: number }>`
    SELECT b.code AS brand, c.level, max(c.rate_ppm) AS rate FROM comp_rate c JOIN brand b ON b.id = c.brand_id
     WHERE c.game_kind = 'slot'
       AND (c.effective_from > now() OR c.id = (SELECT o.id FROM comp_rate o
             WHERE (o.brand_id, o.game_kind, o.level) = (c.brand_id, c.game_kind, c.level) AND o.effective_from <= now()
             ORDER BY o.effective_from DESC LIMIT 1))
     GROUP BY b.code, c.level ORDER BY b.code, c.level`.execute(db)
  const tiers = await db.selectFrom('jackpot_tier').select('share_ppm').where('open', '=', true).execute()
  const shares = tiers.reduce((sum, tier) => sum + tier.share_ppm, 0)
  return games.flatMap(({ game, returnPpm }) => {
    const jackpotPpm = featureOf(game, 'jackpot-link') === undefined ? 0 : shares
    return rows.flatMap(({ brand, level, rate }) =>
      edgeFaults({ returnPpm, compPpm: [rate], jackpotPpm }).map(({ fault }) => ({
        brand,
        game: game.code,
        field: `compPpm.${level}`,
        fault,
      })),
    )
  })
}
