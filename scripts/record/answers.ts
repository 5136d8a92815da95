import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openTransferStub } from './transfer-stub.ts'
import { startRecordedProgram } from './program.ts'
import { createRecorder, type Received, type Recorder } from './recorder.ts'
import { walkAccount, walkBooks, walkLimits, walkRestrictions } from './walk-account.ts'
import { walkEntry, walkErrors, walkPages, walkProbes } from './walk-entry.ts'
import { callsOf, walkMatrix } from './walk-matrix.ts'
import { walkDeposits, walkStatements, walkTransfers, walkWithdrawals } from './walk-money.ts'
import { walkPlay } from './walk-play.ts'
import { walkHelp, walkLobby, walkNotes, walkNotices } from './walk-content.ts'
import { cookiesOf, createWorld, enterOffice, openWindow, roles, unknownId, type World } from './world.ts'

/** Records the answers of a checkout to one walk, a line each, and the OpenAPI of its listeners. */
export async function recordAnswers(
  folder: string,
  out: string,
  wanted: readonly ('answers' | 'openapi')[],
): Promise<void> {
  const program = await startRecordedProgram(folder)
  try {
    const recorder = createRecorder(program.ports)
    const world = createWorld(recorder, program)
    const site = await openApiOf(recorder, 'site', {})
    const office = await openApiOf(recorder, 'office', { cookie: await signInQuietly(world) })
    await mkdir(out, { recursive: true })
    if (wanted.includes('openapi')) {
      await writeFile(join(out, 'openapi-site.json'), sortedJson(site.json))
      await writeFile(join(out, 'openapi-office.json'), sortedJson(office.json))
    }
    if (!wanted.includes('answers')) return
    await walkAll(world, { site: callsOf(site.json), office: callsOf(office.json) })
    const lines = recorder.lines()
    await writeFile(join(out, 'answers.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    report(recorder, lines)
  } finally {
    await program.stop()
  }
}

/** The cookie of a manager's session; it is not part of the walk. */
async function signInQuietly(world: World): Promise<string> {
  const { call, id, pw } = world.office.manager
  const entered = await call('office/sign-in', { login: id, pw }, { quiet: true })
  return cookiesOf(entered)
}

async function openApiOf(
  recorder: Recorder,
  listener: 'site' | 'office',
  headers: Record<string, string>,
): Promise<Received> {
  return recorder.send({ caller: 'guest', listener, method: 'GET', path: '/openapi.json', headers, quiet: true })
}

/** Pretty-printed with sorted keys; a value that fits into a line is written in one. */
function sortedJson(value: unknown): string {
  return `${format(value, '')}\n`
}

function format(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const deeper = `${indent} `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((one) => format(one, deeper))
    : Object.entries(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, one]) => `${JSON.stringify(name)}: ${format(one, deeper)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const line = `${open}${parts.join(', ')}${close}`
  if (line.length < 120 && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`
}

async function walkAll(world: World, calls: { site: string[]; office: string[] }): Promise<void> {
  const provider = await openTransferStub()
  world.recorder.mask(unknownId, '‹unknown id›')
  world.recorder.mask(`127.0.0.1:${provider.port}`, '‹provider›')
  const enter = ['--code', 'lotus', '--name-ko', '로터스', '--brand', 'nocturne', '--key', provider.key]
  const parts: readonly [string, () => Promise<void>][] = [
    ['probes', () => walkProbes(world)],
    ['errors', () => walkErrors(world)],
    ['pages', () => walkPages(world)],
    ['entry', () => walkEntry(world)],
    ['deposits', () => walkDeposits(world)],
    ['withdrawals', () => walkWithdrawals(world)],
    ['help', () => walkHelp(world)],
    ['notes', () => walkNotes(world)],
    ['notices', () => walkNotices(world)],
    ['lobby', () => walkLobby(world)],
    ['provider', () => world.program.tool('provider', [...enter, '--url', `http://127.0.0.1:${provider.port}/wallet`])],
    ['restrictions', () => walkRestrictions(world)],
    ['transfers', () => walkTransfers(world)],
    ['limits', () => walkLimits(world)],
    ['account', () => walkAccount(world)],
    ['statements', () => walkStatements(world)],
    ['books', () => walkBooks(world, 'books')],
    ['jackpot', () => walkJackpot(world)],
    ['play', () => walkPlay(world)],
    ['windows', () => openWindows(world)],
    ['every call', () => walkMatrix(world, calls)],
    ['limits of attempts', () => walkFloods(world)],
    ['books afterwards', () => walkAfterwards(world)],
  ]
  try {
    for (const [name, walk] of parts) {
      console.log(`  ${name} …`)
      await walk()
    }
  } finally {
    await provider.close()
  }
}

/** A jackpot that is closed, whose figure is not shown, and opened again; the demo world founds all of them. */
async function walkJackpot(world: World): Promise<void> {
  world.recorder.section('jackpot')
  await world.program.tool('jackpot', ['--tier', 'mega', '--close'])
  await world.member.guest.call('routes/get-jackpots')
  await world.program.tool('jackpot', ['--tier', 'mega', '--open'])
  await world.member.guest.call('routes/get-jackpots')
}

/** Windows of the members who call everything. */
async function openWindows(world: World): Promise<void> {
  world.recorder.section('windows')
  for (const name of ['member', 'second'] as const) world.ids[`window ${name}`] = await openWindow(world.member[name])
}

/** More calls at once than an address may make of one name. */
async function walkFloods(world: World): Promise<void> {
  world.recorder.section('limits of attempts')
  const { guest } = world.member
  for (let count = 0; count < 10; count += 1) {
    await guest.call('routes/ask-password-reset', { id: 'flooded', phone: '01000000000' })
  }
}

/** The matrix signed everybody out. */
async function walkAfterwards(world: World): Promise<void> {
  world.recorder.section('entry afterwards')
  for (const role of roles) world.office[role] = await enterOffice(world, role)
  for (const role of roles) await world.office[role].call('office/get-members', { take: 100 })
  await walkBooks(world, 'books afterwards')
}

function report(recorder: Recorder, lines: readonly { readonly id: string }[]): void {
  const counts = recorder.counts()
  const width = Math.max(...Object.keys(counts).map((name) => name.length))
  for (const name of Object.keys(counts).toSorted()) console.log(`  ${name.padEnd(width)} ${counts[name]}`)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(`${total} requests recorded in ${lines.length} lines`)
}
