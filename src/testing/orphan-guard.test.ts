import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbedded } from '#server/db/embedded.ts'
import { findBinaries } from '#server/db/embedded-binaries.ts'
import { isAlive } from '#server/db/embedded-process.ts'

test('when a test run has gone, its PostgreSQL and its folder go too, whatever signals come', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baize-guarded-'))
  const server = await startEmbedded({ dataDir: folder })
  const { pgCtl } = await findBinaries(folder)
  const guard = spawn(process.execPath, [resolve('src/testing/orphan-guard.ts'), folder, server.pgData, pgCtl], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  await new Promise((wait) => setTimeout(wait, 400))
  guard.kill('SIGINT')
  guard.kill('SIGTERM')
  await new Promise((wait) => setTimeout(wait, 200))
  expect(guard.exitCode).toBeNull()
  expect(await isAlive(server.pid)).toBe(true)
  guard.stdin.end()
  await once(guard, 'exit')
  expect(await isAlive(server.pid)).toBe(false)
  expect(existsSync(folder)).toBe(false)
})
