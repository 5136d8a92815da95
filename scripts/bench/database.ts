import { signEach } from '../signed-pool.ts'
import { benchSecret } from './bench-secret.ts'
import { startEmbedded, type EmbeddedDatabase } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createPool } from '#server/db/pool.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A migrated database on an embedded PostgreSQL for one bench, removed afterwards. */
export type BenchDatabase = { database: EmbeddedDatabase; dataDir: string; brandId: number; close: () => Promise<void> }

/** `bare`: without the brand of the ledger benches; server benches create theirs with the builders. */
export async function openBenchDatabase(options: { bare?: boolean } = {}): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'baize-bench-'))
  const database = await startEmbedded({ dataDir })
  await migrate({ ownerUrl: database.ownerUrl, appRole: 'baize_app', currency: 'KRW', secret: benchSecret })
  const brandId = options.bare ? 0 : await makeBenchBrand(database.ownerUrl)
  const removeAll = async (): Promise<void> => {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const interrupted = (): void => {
    process.exitCode = 130
    void removeAll().finally(() => process.exit())
  }
  process.once('SIGINT', interrupted)
  process.once('SIGTERM', interrupted)
  return {
    database,
    dataDir,
    brandId,
    close: async () => {
      process.off('SIGINT', interrupted)
      process.off('SIGTERM', interrupted)
      await removeAll()
    },
  }
}

async function makeBenchBrand(ownerUrl: string): Promise<number> {
  const owner = signEach(createPool(ownerUrl, { max: 1 }), benchSecret)
  const brand = await owner.query<{ id: number }>(
    `INSERT INTO brand (code, name, purpose, min_spin_ms) VALUES ('bench', 'Bench', 'bench', 0) RETURNING id`,
  )
  const brandId = brand.rows[0]?.id ?? 0
  await owner.query(
    `INSERT INTO comp_rate (brand_id, game_kind, level, rate_ppm, effective_from)
     SELECT $1, kind, level, 7000, date_trunc('minute', now()) - interval '1 day'
     FROM unnest(ARRAY['slot', 'casino', 'sport']) kind, generate_series(1, 10) level`,
    [brandId],
  )
  await owner.end()
  return brandId
}

/** Runs one act as the superuser in a database of this server. */
export async function asSuperuser<Result>(
  bench: BenchDatabase,
  act: (client: pg.Client) => Promise<Result>,
  database = 'postgres',
): Promise<Result> {
  const client = new pg.Client({ connectionString: bench.database.superUrl.replace(/[^/?]*(\?|$)/, `${database}$1`) })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
