import { lstat, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { completeLibraries, findBinaries } from './embedded-binaries.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baize-binaries-'))
  await mkdir(join(folder, 'native/lib'), { recursive: true })
  await writeFile(join(folder, 'native/lib/libthing.so.1.2'), 'the library')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const list = (target: string): Promise<void> =>
  writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify([{ source: 'native/lib/libthing.so.1.2', target }]))

test('creates missing links, once', async () => {
  await list('native/lib/libthing.so.1')
  for (const _time of [1, 2]) {
    expect(await completeLibraries(join(folder, 'native'), join(folder, 'links'))).toBe(false)
    expect(await readlink(join(folder, 'native/lib/libthing.so.1'))).toBe('libthing.so.1.2')
  }
})

test('creates links in the program’s own folder where the package is not writable', async () => {
  // Creating a link in a missing folder fails like in a read-only one, also for root.
  await list('native/elsewhere/libthing.so.1')
  for (const _time of [1, 2]) {
    expect(await completeLibraries(join(folder, 'native'), join(folder, 'links'))).toBe(true)
    expect(await readFile(join(folder, 'links/libthing.so.1'), 'utf8')).toBe('the library')
  }
})

test('finds executable programs for this machine', async () => {
  const found = await findBinaries(join(folder, 'links'))
  expect(found.version).toMatch(/^18\.\d+$/)
  for (const program of [found.initdb, found.postgres, found.pgCtl]) {
    expect((await lstat(program)).mode & 0o100).not.toBe(0)
  }
})
