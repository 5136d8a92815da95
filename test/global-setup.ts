import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDatabase, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { testSecret } from './test-secret.ts'
import { measureRoundTrip } from './machine.ts'
import { openMemoryFolder, openRunFolder } from '../scripts/run-folder.ts'
import pg from 'pg'

/** The addresses of the run's database server, and the name of the template database. */
export type TestServer = { superUrl: string; ownerUrl: string; appUrl: string; template: string }

declare module 'vitest' {
  // Vitest requires an interface for declaration merging.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    testServer: TestServer
  }
}

const template = 'baize_template'

/** The projects of one run share its PostgreSQL; the last one that ends stops it. */
const shared = globalThis as { baizeTestRun?: { users: number; started: Promise<Started> } }
type Started = { server: TestServer; close: () => Promise<void> }

/** Starts one PostgreSQL for the whole run and migrates a template, of which each world gets a copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = (shared.baizeTestRun ??= { users: 0, started: start() })
  run.users += 1
  const { server, close } = await run.started
  project.provide('testServer', server)
  return async () => {
    run.users -= 1
    if (run.users > 0) return
    delete shared.baizeTestRun
    await close()
  }
}

async function start(): Promise<Started> {
  const folder = await openRunFolder()
  // The hundreds of worlds are dropped, for each of which PostgreSQL writes all others to the disk. No test kills this server.
  const memory = await openMemoryFolder(3 * 2 ** 30)
  const server = await startEmbedded({
    dataDir: join((memory ?? folder).path, 'run'),
    // The files that run at the same time start up to ten processes.
    settings: { max_connections: '300', ...(memory === null ? {} : { max_wal_size: '512MB' }) },
  })
  const client = new pg.Client({ connectionString: server.superUrl })
  await client.connect()
  await createDatabase(client, template)
  await measureRoundTrip(() => client.query('SELECT 1'))
  await client.end()
  await migrate({ ownerUrl: inDatabase(server.ownerUrl, template), secret: testSecret })
  const { superUrl, ownerUrl, appUrl } = server
  return {
    server: { superUrl, ownerUrl, appUrl, template },
    close: async () => {
      await server.stop()
      await memory?.close()
      await folder.close()
    },
  }
}

function inDatabase(url: string, database: string): string {
  return url.replace(/[^/]*$/, database)
}
