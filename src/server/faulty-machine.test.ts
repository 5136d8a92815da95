import { expect, test, vi } from 'vitest'
import type * as Catalogue from '#domain/games/catalogue.ts'
import { testSecretText } from '#test/test-secret.ts'
import { loadConfig } from './config.ts'
import { startServer } from './main.ts'

vi.mock('#domain/games/catalogue.ts', async (original) => {
  const real = await original<typeof Catalogue>()
  const [first] = real.catalogue
  return { ...real, catalogue: [{ ...first, game: { ...first.game, maxWinTimesStake: 2_000_000 } }] }
})

test('a machine whose definition has a fault keeps the program from starting, before the database is opened', async () => {
  const appUrl = 'postgres://nobody@127.0.0.1:1/none'
  const config = await loadConfig({ DATABASE_URL: appUrl, APP_SECRET: testSecretText, LOG_LEVEL: 'warn' })
  await expect(startServer(config, { appUrl, ownerUrl: null })).rejects.toThrow(
    /^Machines with faults:\nsrc\/domain\/games\/slot\/machines\/[a-z-]+\/game\.ts: maxWinTimesStake: is never reached/,
  )
})
