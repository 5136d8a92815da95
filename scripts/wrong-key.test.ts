import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scaledMs } from '#test/machine.ts'
import { testSecretText } from '#test/test-secret.ts'
import { createLedgerWorld, type LedgerWorld } from '#test/ledger-world.ts'
import { runTool, type ToolRun } from './run-tool.ts'

/** Commands that are run with another `APP_SECRET` than that of the installation: they sign nothing. */

let world: LedgerWorld
let folder: string
beforeAll(async () => {
  world = await createLedgerWorld({ members: 1 })
  folder = await mkdtemp(join(tmpdir(), 'baize-wrong-key-'))
  await writeFile(join(folder, 'nothing.sql'), 'SELECT 1')
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const otherKey = randomBytes(32).toString('base64')

function run([script, ...args]: readonly string[], secret: string): Promise<ToolRun> {
  const env = {
    DATABASE_URL: world.appUrl,
    DATABASE_OWNER_URL: world.ownerUrl,
    APP_SECRET: secret,
    ANCHOR_DIR: join(folder, 'anchor'),
    DATA_DIR: folder,
  }
  return runTool('node', [`scripts/${script}`, ...args], { env })
}

async function countSigned(): Promise<number> {
  const { rows } = await world.ownerPool.query<{ groups: number }>('SELECT count(*)::int AS groups FROM act_signature')
  return rows[0]?.groups ?? 0
}

test(
  'are refused before anything is changed, or change nothing, and the books stay clean',
  { timeout: scaledMs(180_000) },
  async () => {
    const before = await countSigned()
    const unfit = 'of APP_SECRET is not the one that signed the newest acts of this database'
    const change = ['change.ts', '--file', join(folder, 'nothing.sql'), '--reason', 'a test']
    for (const command of [
      change,
      ['books.ts', '--accept-heads'],
      ['books.ts', '--accept-states'],
      ['books.ts', '--redraw', 'all'],
      ['restore.ts', '--begin'],
      ['brand.ts', '--code', 'nocturne'],
    ]) {
      const { code, output } = await run(command, `test:${otherKey}`)
      expect([command[0], code, output]).toEqual([command[0], expect.any(Number), expect.stringContaining(unfit)])
      expect(code).not.toBe(0)
    }
    const plain = await run(['books.ts'], `test:${otherKey}`)
    expect(plain.code).toBe(1)
    expect(plain.output).toMatch(/This run is not recorded, so it stops no payments: .*APP_SECRET/)
    expect(await countSigned()).toBe(before)
    const changed = await run(change, testSecretText)
    expect(changed.output).toContain('signed and audited')
    const last = await run(['books.ts', '--accept-heads'], testSecretText)
    expect(last.output).toContain('The books are clean')
    expect(last.code).toBe(0)
  },
)
