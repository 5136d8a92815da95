import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { makeBrand } from '#server/seed/builders.ts'
import { scaledMs } from '#test/machine.ts'
import { testSecretText } from '#test/test-secret.ts'
import { createWorld, type World } from '#test/world.ts'
import { runTool, type ToolRun } from './run-tool.ts'

/** The commands of an installation with several brands do what their brand options say, or refuse them. */

let world: World
let folder: string
let env: Record<string, string>
const idOf = new Map<string, number>()

beforeAll(async () => {
  world = await createWorld()
  folder = await mkdtemp(join(tmpdir(), 'baize-brands-'))
  env = {
    DATABASE_URL: world.appUrl,
    DATABASE_OWNER_URL: world.ownerUrl,
    APP_SECRET: testSecretText,
    DATA_DIR: folder,
  }
  const config = await loadConfig(env)
  for (const code of ['first', 'second']) {
    const brand = await makeBrand({ db: world.ownerDb, config }, { code, domains: [`${code}.example`] })
    idOf.set(code, brand.id)
  }
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

function run(command: string, ...args: string[]): Promise<ToolRun> {
  return runTool('node', [`scripts/${command}.ts`, ...args], { env })
}

function lastLine({ output }: ToolRun): string | undefined {
  return output.trimEnd().split('\n').at(-1)
}

const person = ['--login', 'haneul', '--name', 'Haneul', '--roles', 'cashier', '--password', 'lantern-road-9']

async function brandsOf(login: string): Promise<unknown> {
  const { rows } = await world.ownerPool.query(`SELECT brand_ids FROM operator WHERE login = $1`, [login])
  return rows.length === 0 ? 'no operator' : rows[0].brand_ids
}

describe('npm run operator', { timeout: scaledMs(90_000) }, () => {
  test('refuses an unknown brand and names those that exist, and creates nothing', async () => {
    const unknown = await run('operator', '--brand-code', 'third', ...person)
    expect([unknown.code, lastLine(unknown)]).toEqual([1, 'Unknown brand: third. The installation has first, second.'])
    expect(await brandsOf('haneul')).toBe('no operator')
  })

  test('refuses name and domain of a brand when there is one', async () => {
    const named = await run('operator', '--brand-code', 'first', '--brand-name', 'First', ...person)
    const sentence = '--brand-name and --brand-domain are for the first brand. The installation has first, second.'
    expect([named.code, lastLine(named)]).toEqual([1, sentence])
    expect(await brandsOf('haneul')).toBe('no operator')
  })

  test('creates an operator of the brand of --brand-code, without it of all brands, and renews both', async () => {
    const second = await run('operator', '--brand-code', 'second', ...person)
    expect([second.code, lastLine(second)]).toEqual([0, 'haneul may sign in, as cashier, for the brand second.'])
    expect(await brandsOf('haneul')).toEqual([idOf.get('second')])
    await run('operator', '--renew', ...person)
    expect(await brandsOf('haneul')).toEqual([idOf.get('second')])
    await run('operator', '--renew', '--brand-code', 'first', ...person)
    expect(await brandsOf('haneul')).toEqual([idOf.get('first')])
    const all = await run('operator', ...person.with(1, 'nabi'))
    expect([all.code, lastLine(all)]).toEqual([0, 'nabi may sign in, as cashier, for all brands.'])
    expect(await brandsOf('nabi')).toBeNull()
  })
})

describe('other commands', { timeout: scaledMs(60_000) }, () => {
  test.each([
    ['provider', ['--code', 'lotus', '--url', 'https://lotus.example', '--brand', 'first', '--brand', 'third']],
    ['jackpot', ['--tier', 'mega', '--amount', '1000', '--share-ppm', '2000', '--brand', 'third']],
    ['brand', ['--code', 'third', '--contact', 'desk@third.example']],
  ])('npm run %s refuses an unknown brand and names those that exist', async (command, args) => {
    const unknown = await run(command, ...args)
    expect([unknown.code, lastLine(unknown)]).toEqual([1, 'Unknown brand: third. The installation has first, second.'])
  })
})

test(
  'npm run brand that only shows settings accepts nothing that was altered in the database, and needs no owner; one that sets some does, as a start',
  async () => {
    await world.ownerPool.query('ALTER FUNCTION ledger_lock STRICT; ALTER FUNCTION ledger_lock CALLED ON NULL INPUT')
    const accepted = async () =>
      (await world.ownerPool.query(`SELECT detail FROM audit WHERE act = 'guards.accept'`)).rows.length
    const before = await accepted()
    const shown = await run('brand', '--code', 'first')
    expect(shown.output).toContain('Members of first have')
    expect(shown.output).not.toContain('accepted')
    expect([shown.code, await accepted()]).toEqual([0, before])
    const alone = await runTool('node', ['scripts/brand.ts', '--code', 'first'], {
      env: { ...env, DATABASE_OWNER_URL: '' },
    })
    expect([alone.code, alone.output]).toEqual([0, shown.output])
    const set = await run('brand', '--code', 'first', '--slot-windows', 'many')
    expect(set.output).toContain('Altered since the last start, and accepted: function ledger_lock')
    expect([set.code, await accepted()]).toEqual([0, before + 1])
  },
  scaledMs(60_000),
)
