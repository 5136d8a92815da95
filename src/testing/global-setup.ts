import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { createDatabase, startEmbedded } from '../server/db/embedded.ts'
import { findBinaries } from '../server/db/embedded-binaries.ts'
import { migrate } from '../server/db/migrate.ts'
import pg from 'pg'

/** What a test file is told about the run's database server. */
export type TestServer = { superUrl: string; ownerUrl: string; appUrl: string; template: string }

declare module 'vitest' {
  // Vitest asks for an interface to be merged into.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    testServer: TestServer
  }
}

const template = 'baize_template'

/** Starts one PostgreSQL for the whole run and migrates a template, of which each world gets a copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'baize-test-'))
  const guard = await startGuard(folder)
  const server = await startEmbedded({ dataDir: folder })
  const client = new pg.Client({ connectionString: server.superUrl })
  await client.connect()
  await createDatabase(client, template)
  await client.end()
  await migrate({ ownerUrl: inDatabase(server.ownerUrl, template) })
  project.provide('testServer', {
    superUrl: server.superUrl,
    ownerUrl: server.ownerUrl,
    appUrl: server.appUrl,
    template,
  })
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    guard.stdin.end()
  }
}

/** Started before PostgreSQL, so that there is no moment in which an interrupted run leaves one behind. */
async function startGuard(folder: string): Promise<ReturnType<typeof spawnGuard>> {
  const { pgCtl } = await findBinaries(join(folder, 'postgres-libraries'))
  const guard = spawnGuard(folder, pgCtl)
  guard.unref()
  return guard
}

function spawnGuard(folder: string, pgCtl: string) {
  const script = fileURLToPath(new URL('./orphan-guard.ts', import.meta.url))
  return spawn(process.execPath, [script, folder, join(folder, 'postgres'), pgCtl], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

function inDatabase(url: string, database: string): string {
  return url.replace(/[^/]*$/, database)
}
