import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDataDir, findRunning } from './running.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baize-running-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('allows one claim at a time, and a second one gets the owner and its addresses', async () => {
  const claims = await Promise.all([claimDataDir(folder), claimDataDir(folder), claimDataDir(folder)])
  const won = claims.filter((claim) => claim.status === 'claimed')
  expect(won).toHaveLength(1)
  await won[0]?.announce({ site: 'http://localhost:4100' })
  const second = await claimDataDir(folder)
  expect(second).toMatchObject({
    status: 'taken',
    by: { pid: process.pid, addresses: { site: 'http://localhost:4100' } },
  })
  expect(await findRunning(folder)).toMatchObject({ pid: process.pid })
  await won[0]?.release()
  expect(await findRunning(folder)).toBeNull()
  expect((await claimDataDir(folder)).status).toBe('claimed')
})

test('takes over the file of a killed process, also when its id belongs to another process', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  const first = await claimDataDir(folder)
  if (first.status !== 'claimed') throw new Error('not claimed')
  const record: unknown = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'))
  // The child is running, but it did not begin at the time in the file.
  await writeFile(join(folder, 'running.json'), JSON.stringify(Object.assign({}, record, { pid: child.pid })))
  expect((await claimDataDir(folder)).status).toBe('claimed')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await writeFile(join(folder, 'running.json'), 'half a fi')
  expect((await claimDataDir(folder)).status).toBe('claimed')
})
