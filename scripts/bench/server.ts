import { loadConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { wholeUnits } from '#domain/money.ts'
import { issueMoney, makeBrand, makeMember, makePlaySession, makeSession, type Site } from '#server/seed/builders.ts'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../server-process.ts'
import { openBenchHouse, type BenchHouse } from './house.ts'

/** The real program on a bench brand (pace 0), with members who are signed in and have a window open. */
export type BenchServer = Omit<ServerProcess, 'kill' | 'stop'> & {
  house: BenchHouse
  players: { token: string; playSessionId: string; memberId: bigint }[]
  close: () => Promise<void>
}

export async function openBenchServer(options: { players: number }): Promise<BenchServer> {
  const house = await openBenchHouse({ bare: true })
  const secret = `bench:${randomBytes(32).toString('base64')}`
  const players = await makePlayers(house, secret, options.players)
  const { appUrl, ownerUrl } = house.database
  const server = await startServerProcess({ appUrl, ownerUrl, secret, dataDir: join(house.dataDir, 'server') })
  return {
    ...server,
    house,
    players,
    close: async () => {
      await server.stop()
      await house.close()
    },
  }
}

async function makePlayers(house: BenchHouse, secret: string, count: number): Promise<BenchServer['players']> {
  const { appUrl, ownerUrl } = house.database
  const pool = createPool(ownerUrl, { max: 2 })
  const config = await loadConfig({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, APP_SECRET: secret })
  try {
    return await createDb(pool)
      .transaction()
      .execute(async (tx) => {
        const site: Site = { db: tx, config, ownHashes: false }
        const brand = await makeBrand(site, { purpose: 'bench', isDefault: true, domains: ['bench.example'] })
        const players: BenchServer['players'] = []
        for (let index = 0; index < count; index += 1) {
          const member = await makeMember(site, brand)
          await issueMoney(site, member, wholeUnits(1_000_000_000))
          const session = await makeSession(site, member)
          const play = await makePlaySession(site, member, session)
          players.push({ token: session.token, playSessionId: play.id, memberId: member.id })
        }
        return players
      })
  } finally {
    await pool.end()
  }
}
