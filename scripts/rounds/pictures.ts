import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../e2e/browser.ts'
import { catalogue } from '../../src/domain/games/catalogue.ts'
import { seatGames } from '../../src/domain/games/seat-games.ts'
import { workshop } from '../../src/domain/games/workshop.ts'
import { tableByCode, tables } from '../../src/domain/games/table/tables.ts'
import { tableScenes } from '../../src/web/play/rounds/scenes.ts'
import { seatScenes, type SeatScene } from '../../src/web/play/rounds/seat-scenes.ts'
import { slateSlots } from '../../test/slate-slots.ts'
import { root } from '../run-tool.ts'

/** Pictures of the states of each machine, as the page of rounds shows them. A person looks at them. */

const target = join(root, '.build/screens/rounds')
const sizes = [
  { name: 'wide', width: 1400, height: 800 },
  { name: 'phone', width: 390, height: 844 },
  { name: 'landscape', width: 844, height: 390 },
  { name: 'small-landscape', width: 667, height: 375 },
] as const

type Shot = {
  name: string
  kind: string
  /** Ms after the round begins, or what to wait for; the picture is taken then. */
  take: (page: Page) => Promise<void>
}

const spin = (page: Page) => page.keyboard.press('Space')

async function after(page: Page, ms: number): Promise<void> {
  await spin(page)
  await page.waitForTimeout(ms)
}

const large = (tier: number): Shot => ({
  name: `tier${tier}`,
  kind: `tier${tier}`,
  async take(page) {
    await spin(page)
    await page.waitForFunction(() => /win|featureEnd/.test(document.documentElement.dataset['scene'] ?? ''), null, {
      timeout: 30_000,
    })
    await page.waitForTimeout(1600)
  },
})

const shots: readonly Shot[] = [
  { name: 'idle', kind: 'any', take: (page) => page.waitForTimeout(300) },
  { name: 'splash', kind: 'any', take: (page) => page.waitForTimeout(500) },
  { name: 'info', kind: 'any', take: (page) => page.waitForTimeout(500) },
  { name: 'spinning', kind: 'nothing', take: (page) => after(page, 620) },
  { name: 'returned', kind: 'returned', take: (page) => after(page, 2300) },
  { name: 'small', kind: 'small', take: (page) => after(page, 2350) },
  ...[1, 2, 3, 4].map(large),
  { name: 'tumble', kind: 'tumbles', take: (page) => after(page, 3050) },
  { name: 'anticipation', kind: 'anticipation-missed', take: anticipate },
  {
    name: 'feature-start',
    kind: 'feature-start',
    async take(page) {
      await page.waitForTimeout(900)
    },
  },
  {
    name: 'feature-middle',
    kind: 'feature-middle',
    async take(page) {
      await page.waitForTimeout(2600)
    },
  },
  {
    name: 'feature-end',
    kind: 'feature-end',
    async take(page) {
      await page.waitForTimeout(2400)
    },
  },
  { name: 'expands', kind: 'expands', take: (page) => after(page, 2600) },
  {
    name: 'pick',
    kind: 'pick',
    async take(page) {
      await page.waitForFunction(() => document.documentElement.dataset['scene'] === 'pick')
      await page.locator('ul button').nth(2).click()
      await page.waitForTimeout(420)
    },
  },
  { name: 'full', kind: 'full', take: (page) => page.waitForTimeout(1300) },
  { name: 'capped', kind: 'capped', take: (page) => after(page, 9000) },
]

/** Ms after which each scene of a simulated table is seen, where it is not there at once. */
function sceneMs(code: string, scene: string): number {
  const dealMs = tableByCode(code)?.dealMs ?? 0
  // A table that deals closes first.
  const closed = 1150
  if (scene === 'dealing') return closed + 0.125 * dealMs
  if (scene === 'late') return closed + 0.575 * dealMs
  if (scene === 'void') return 15_600
  return scene === 'won' || scene === 'lost' || scene === 'tie' ? 1500 : 500
}

const tableCodes = tables.map(({ game }) => game.code)

const tableShots = (code: string): readonly Shot[] =>
  tableScenes.map((scene) => ({
    name: scene,
    kind: scene,
    take: (page) => page.waitForTimeout(sceneMs(code, scene)),
  }))

const seatCodes = seatGames.map(({ game }) => game.code)

/** What is pressed or awaited before a scene of a seat is seen; the others stand there at once. */
const seatTakes: Partial<Record<SeatScene, (page: Page) => Promise<void>>> = {
  dealing: (page) => page.waitForTimeout(450),
  history: (page) => page.locator('tbody tr').nth(4).waitFor(),
  async replay(page) {
    await page.locator('tbody button').first().click()
    await page.waitForTimeout(6_000)
  },
  async verify(page) {
    // A round whose seed is revealed.
    await page.locator('tbody tr').nth(14).locator('button').nth(1).click()
    await page.waitForTimeout(1500)
  },
  async strategy(page) {
    await page.locator('dialog table').last().scrollIntoViewIfNeeded()
    await page.waitForTimeout(300)
  },
}

const seatShots: readonly Shot[] = seatScenes.map((scene) => ({
  name: scene,
  kind: scene,
  take: seatTakes[scene] ?? ((page) => page.waitForTimeout(900)),
}))

/** The last reel runs on while the others stand. */
async function anticipate(page: Page): Promise<void> {
  await after(page, 2250)
}

/** How the page of rounds is asked for a game, and its pictures. */
function clientOf(code: string): ['table' | 'seat' | 'machine', readonly Shot[]] {
  if (tableCodes.includes(code)) return ['table', tableShots(code)]
  return seatCodes.includes(code) ? ['seat', seatShots] : ['machine', shots]
}

export type Wanted = {
  /** Part of a game's code. */
  machine: string
  /** The states and window sizes to draw; all when empty. */
  kinds: readonly string[]
  sizes: readonly string[]
  locale: string
}

/** Draws machines in their states, from the page of rounds at `address`. `path` is that of a browser. */
export async function takePictures(path: string, address: string, wanted: Wanted): Promise<void> {
  const { kinds, locale } = wanted
  const isWanted = (list: readonly string[], name: string) => list.length === 0 || list.includes(name)
  const codes: string[] = [
    ...[...catalogue, ...workshop].map(({ game }) => game.code),
    ...slateSlots.map(({ game }) => game.code),
    ...tableCodes,
    ...seatCodes,
  ]
  const browser = await openBrowser(path)
  try {
    for (const code of codes.filter((one) => one.includes(wanted.machine))) {
      for (const { name: size, ...viewport } of sizes.filter(({ name }) => isWanted(wanted.sizes, name))) {
        const folder = join(target, `${code}-${size}${locale === 'ko' ? '' : `-${locale}`}`)
        await mkdir(folder, { recursive: true })
        const page = await browser.newPage({ viewport })
        page.on('pageerror', (error) => console.error(`${code} ${size}: ${error.message}`))
        const [client, all] = clientOf(code)
        for (const { name, kind, take } of all.filter((shot) => isWanted(kinds, shot.name))) {
          const open = name === 'splash' || name === 'info' ? `&open=${name}` : ''
          await page.goto(`${address}?bare=1&${client}=${code}&kind=${kind}&l=${locale}${open}`)
          const ready = page.waitForSelector('html[data-ready], [data-none]', { state: 'attached', timeout: 60_000 })
          await ready
          if ((await page.locator('[data-none]').count()) > 0) continue
          await page.waitForTimeout(400)
          await take(page).catch((error: Error) =>
            console.error(`${code} ${size} ${name}: ${error.message.split('\n')[0]}`),
          )
          await page.evaluate(async () => void (await document.fonts.ready))
          await page.screenshot({ path: join(folder, `${name}.png`) })
        }
        await page.close()
      }
    }
  } finally {
    await browser.close()
  }
  console.log(target)
}
