import { spawn, type ChildProcess } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { openBrowser } from '../../e2e/browser.ts'
import { windowFiles, type Chunks } from '../../e2e/window-files.ts'
import type { ArtManifest } from '../../src/domain/art-manifest.ts'
import { catalogue } from '../../src/domain/games/catalogue.ts'
import { openSeatGames } from '../../src/domain/games/seat-games.ts'
import { openTables } from '../../src/domain/games/table/tables.ts'
import { offeredLocales } from '../../src/i18n/locales.ts'
import { clientConfig } from '../../vite.config.ts'
import { windowPictures } from '../art/window-pictures.ts'
import { ensureBrowser } from '../browser.ts'
import { serveRounds } from '../rounds/serve.ts'
import { root } from '../run-tool.ts'
import { median, percentile } from './measure.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 6)
const spins = Number(process.env['BENCH_SPINS'] ?? 1000)
const chosen = process.env['BENCH_MACHINES']?.split(',') ?? []
const viewport = { width: 1400, height: 800 }

/** Other programs that are busy meanwhile; `BENCH_LOOPS` chooses among them. */
const allLoads = [
  { name: 'quiet', loops: 0 },
  { name: 'one busy core', loops: 1 },
  { name: 'eight busy loops', loops: 8 },
] as const
const wanted = (process.env['BENCH_LOOPS'] ?? '0,1,8').split(',').map(Number)
const loads = allLoads.filter(({ loops }) => wanted.includes(loops))

/** `kind`: as the page of rounds names it. `keys`: what is pressed four times a second, whatever is shown; else what a slot waits for. */
type Scene = { name: string; kind: string; keys?: readonly string[] }

/** `spin`: one after the other; the others begin in the middle of a round and are pressed on. */
const slotScenes: readonly Scene[] = [
  { name: 'spin', kind: 'any' },
  { name: 'tier-4 win', kind: 'tier4' },
  { name: 'feature', kind: 'feature-middle' },
]
/** What the stage shows of its outcome: cards, a spin, a throw, a race; then the result over it. */
const tableScenes: readonly Scene[] = [
  { name: 'outcome', kind: 'dealing', keys: [] },
  { name: 'result', kind: 'won', keys: [] },
]
/** Rounds that are dealt, declined, stood and dealt again; then a result. */
const seatScenes: readonly Scene[] = [
  { name: 'deal', kind: 'bets', keys: ['KeyN', 'KeyS', 'Space'] },
  { name: 'result', kind: 'blackjack', keys: [] },
]

/** A game in its scenes. `client`: how the page of rounds is asked for it. */
type Measured = { code: string; client: 'machine' | 'table' | 'seat'; scenes: readonly Scene[] }
const games: readonly Measured[] = [
  ...catalogue.map(({ game }) => ({ code: game.code, client: 'machine' as const, scenes: slotScenes })),
  ...openTables.map((code) => ({ code, client: 'table' as const, scenes: tableScenes })),
  ...openSeatGames.map((code) => ({ code, client: 'seat' as const, scenes: seatScenes })),
]

/**
 * Frames of every slot, table and seat in its scenes, in turns with a blank page of the same size in the same browser, without a
 * graphics card; then of slots the memory over many spins, and the sizes of code and pictures.
 */
export async function framesBench(): Promise<void> {
  const executable = await ensureBrowser()
  const { address, close } = await serveRounds(0)
  const browser = await openBrowser(executable)
  const measured = games.filter(({ code }) => chosen.length === 0 || chosen.includes(code))
  const slots = measured.filter(({ client }) => client === 'machine').map(({ code }) => code)
  try {
    for (const { name, loops } of loads) {
      console.log(`\n${name}: frames/s, p95 and longest frame in ms; the blank page before and after; the ratio`)
      await besideLoops(loops, async () => {
        for (const game of measured) {
          for (const scene of game.scenes) console.log(await compareScene(browser, address, game, scene))
        }
      })
    }
    if (spins > 0) for (const code of slots) console.log(await memoryOf(browser, address, code))
  } finally {
    await browser.close()
    close()
  }
  await weighCode()
  await weighPictures(slots)
}

async function besideLoops(count: number, measure: () => Promise<void>): Promise<void> {
  const program = join(import.meta.dirname, 'busy-loop.mjs')
  const loops: ChildProcess[] = Array.from({ length: count }, () => spawn(process.execPath, [program]))
  try {
    await measure()
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

type Frames = { fps: number; p95: number; longest: number }

async function compareScene(
  browser: Browser,
  address: string,
  { code, client }: Measured,
  { name, kind, keys }: Scene,
): Promise<string> {
  const blank = () => framesOf(browser, address.replace('/rounds', '/blank'))
  const before = await blank()
  const scene = await framesOf(browser, `${address}?bare=1&${client}=${code}&kind=${kind}`, keys)
  const after = await blank()
  const what = `${code.padEnd(20)} ${name.padEnd(11)}`
  if (scene === null || before === null || after === null) return `${what} no such round`
  const ratio = (2 * scene.fps) / (before.fps + after.fps)
  return `${what} ${formatFrames(scene)}   blank ${formatFrames(before)} / ${formatFrames(after)}   ${ratio.toFixed(3)}`
}

function formatFrames({ fps, p95, longest }: Frames): string {
  return `${fps.toFixed(1)} ${p95.toFixed(1)} ${longest.toFixed(0)}`
}

/** Frames of a page of its own; null when it has no such round. */
async function framesOf(browser: Browser, url: string, keys?: readonly string[]): Promise<Frames | null> {
  const page = await browser.newPage({ viewport })
  try {
    await page.goto(url)
    if (url.includes('bare=1') && !(await untilReady(page))) return null
    await untilRendered(page)
    // The outcome of a table begins a second after its page is opened; what is pressed on may settle before.
    if (keys === undefined) await page.waitForTimeout(1200)
    const gaps = await page.evaluate(recordFrames, { ms: seconds * 1000, keys: keys ?? null })
    return {
      fps: 1000 / median(gaps.length === 0 ? [Infinity] : windowsOf(gaps)),
      p95: percentile(gaps, 0.95),
      longest: Math.max(...gaps),
    }
  } finally {
    await page.close()
  }
}

/** The mean gap of each half second, so that the median tells of stalls too. */
function windowsOf(gaps: readonly number[]): number[] {
  const means: number[] = []
  let [sum, count] = [0, 0]
  for (const gap of gaps) {
    sum += gap
    count += 1
    if (sum < 500) continue
    means.push(sum / count)
    ;[sum, count] = [0, 0]
  }
  return means.length === 0 ? [sum / Math.max(1, count)] : means
}

async function untilReady(page: Page): Promise<boolean> {
  await page.waitForSelector('html[data-ready], [data-none]', { state: 'attached', timeout: 120_000 })
  return (await page.locator('[data-none]').count()) === 0
}

const renderedMs = 60_000

/** The sounds are rendered once, beside the page; what is measured is play. */
async function untilRendered(page: Page): Promise<void> {
  const limit = Date.now() + renderedMs
  while (page.workers().length > 0 && Date.now() < limit) await page.waitForTimeout(200)
}

/** In the page: the gaps between frames in ms. Presses the keys, or without any the space bar whenever a spin may start or a card waits. */
async function recordFrames({ ms, keys }: { ms: number; keys: readonly string[] | null }): Promise<number[]> {
  const gaps: number[] = []
  const press = () => {
    if (keys) return keys.forEach((code) => dispatchEvent(new KeyboardEvent('keydown', { code })))
    const { phase, scene } = document.documentElement.dataset
    const waits = scene === 'featureStart' || scene === 'pick' || scene === 'jackpot'
    if (phase === 'ready' || waits) dispatchEvent(new KeyboardEvent('keydown', { code: 'Space' }))
  }
  const timer = setInterval(press, 250)
  await new Promise<void>((done) => {
    let last = 0
    const begun = performance.now()
    const tick = (now: number) => {
      if (last > 0) gaps.push(now - last)
      last = now
      if (now - begun < ms) requestAnimationFrame(tick)
      else done()
    }
    requestAnimationFrame(tick)
  })
  clearInterval(timer)
  return gaps
}

/** The live memory of the page after a fifth of the spins, and after each further fifth. */
async function memoryOf(browser: Browser, address: string, code: string): Promise<string> {
  // A small window at forty times the speed: what is kept does not depend on either.
  const page = await browser.newPage({ viewport: { width: 700, height: 400 } })
  try {
    const cdp = await page.context().newCDPSession(page)
    await page.goto(`${address}?bare=1&machine=${code}&kind=any&speed=40`)
    if (!(await untilReady(page))) return `${code}: no round`
    const used: string[] = []
    for (let fifth = 1; fifth <= 5; fifth += 1) {
      const done = await page.evaluate(spinOften, Math.ceil(spins / 5))
      await cdp.send('HeapProfiler.collectGarbage')
      const { usedSize } = await cdp.send('Runtime.getHeapUsage')
      used.push(`${(usedSize / 2 ** 20).toFixed(1)} MiB${done ? '' : ' (stopped)'}`)
    }
    return `memory of ${code} after each fifth of ${spins} spins: ${used.join(', ')}`
  } finally {
    await page.close()
  }
}

/** In the page: so many rounds, each pressed on; false when they take too long. */
async function spinOften(count: number): Promise<boolean> {
  let begun = 0
  let before = ''
  const limit = Date.now() + count * 4000
  while (begun < count && Date.now() < limit) {
    const { phase = '' } = document.documentElement.dataset
    if (phase === 'ready' && before !== 'ready') begun += 1
    before = phase
    dispatchEvent(new KeyboardEvent('keydown', { code: 'Space' }))
    await new Promise((next) => requestAnimationFrame(next))
  }
  return begun >= count
}

/** Every script of the windows as it is sent, and what each window of a table or seat loads beside the kit. */
async function weighCode(): Promise<void> {
  const folder = join(root, '.build/bench-play')
  await build({ ...clientConfig('play', folder), build: { ...clientConfig('play', folder).build, emptyOutDir: true } })
  const weights = new Map<string, number>()
  const assets = 'assets/play'
  console.log('\ncode, gzip')
  for (const name of (await readdir(join(folder, assets))).filter((file) => file.endsWith('.js')).toSorted()) {
    const bytes = gzipSync(await readFile(join(folder, assets, name)), { level: 9 }).length
    weights.set(`${assets}/${name}`, bytes)
    console.log(`${name.replace(/-[\w-]{8}\.js$/, '').padEnd(20)} ${(bytes / 1024).toFixed(1)} KiB`)
  }
  const chunks = JSON.parse(await readFile(join(folder, 'play.json'), 'utf8')) as Chunks
  console.log('\nscripts of a window beside the kit without messages, gzip')
  for (const [name, files] of windowFiles(chunks)) {
    const bytes = files.reduce((sum, file) => sum + (weights.get(file) ?? 0), 0)
    console.log(`${name.padEnd(20)} ${(bytes / 1024).toFixed(1)} KiB`)
  }
}

/** The pictures of each machine in the language and the form of window in which they weigh most. */
async function weighPictures(codes: readonly string[]): Promise<void> {
  const folder = join(root, '.build')
  const manifest = JSON.parse(await readFile(join(folder, 'art/manifest.json'), 'utf8')) as ArtManifest
  console.log('\npictures, the heaviest of all languages and of wide and upright windows')
  for (const code of codes) {
    const forms = offeredLocales.flatMap((locale) => [true, false].map((isTall) => ({ code, locale, isTall })))
    const weights = await Promise.all(forms.map((form) => weigh(windowPictures(manifest, form))))
    console.log(`${code.padEnd(20)} ${(Math.max(...weights) / 1024).toFixed(0)} KiB`)
  }

  async function weigh(urls: readonly string[]): Promise<number> {
    const sizes = await Promise.all(urls.map(async (url) => (await stat(join(folder, url))).size))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
}
