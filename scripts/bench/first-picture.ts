import { catalogue } from '../../src/domain/games/catalogue.ts'
import { openBrowser } from '../../e2e/browser.ts'
import { startProgram } from '../../e2e/program.ts'
import type { Setup } from '../../e2e/scene.ts'
import { newVisitor } from '../../e2e/weights.ts'
import { ensureBrowser } from '../browser.ts'
import { network, processorSlowdown } from './first-view.ts'
import { median } from './measure.ts'

const repeats = Number(process.env['BENCH_REPEATS'] ?? 3)
const chosen = process.env['BENCH_MACHINES']?.split(',') ?? []

/**
 * How soon the window of a machine shows the place behind its reels, and how soon the introduction can be pressed away,
 * with an empty cache over a slow network. On a phone the processor is slower too.
 */
export async function firstPictureBench(): Promise<void> {
  const executable = await ensureBrowser()
  const program = await startProgram()
  const browser = await openBrowser(executable)
  const machines = catalogue.filter(({ game }) => chosen.length === 0 || chosen.includes(game.code))
  try {
    for (const { game, company } of machines) {
      for (const width of [390, 1400]) {
        const views: View[] = []
        for (let turn = 0; turn < repeats; turn += 1)
          views.push(await measureWindow({ program, browser, locale: 'ko', width }, game.code, company))
        const of = (key: keyof View) => median(views.map((one) => one[key])).toFixed(0)
        console.log(
          `${game.code.padEnd(20)} ${width} px: first picture ${of('pictureMs')} ms, ready ${of('readyMs')} ms, ${of('requests')} requests before the picture`,
        )
      }
    }
  } finally {
    await browser.close()
    await program.stop()
  }
}

type View = { pictureMs: number; readyMs: number; requests: number }

async function measureWindow(setup: Setup, code: string, company: string): Promise<View> {
  const { program } = setup
  const token = await program.database.signIn(await program.database.newMember())
  const answer = await fetch(`${program.site}/api/routes/open-game`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: program.site, cookie: `session=${token}` },
    body: JSON.stringify({ code, company, timeStemp: Date.now() }),
  })
  const { gameUrl } = (await answer.json()) as { gameUrl?: string }
  if (gameUrl === undefined) throw new Error(`${code} cannot be opened`)
  const visitor = await newVisitor(setup, token)
  const { page, context } = visitor
  try {
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.emulateNetworkConditions', network)
    if (setup.width < 720) await cdp.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
    await page.addInitScript(watch)
    await page.goto(program.site + gameUrl)
    await page.waitForFunction(() => sessionStorage.getItem('first-picture') !== null, null, { timeout: 60_000 })
    return JSON.parse(await page.evaluate(() => sessionStorage.getItem('first-picture') ?? '{}')) as View
  } finally {
    await visitor.close()
  }
}

/** In the page: the first frame with a picture of the scene, and the first with the button that ends the introduction. */
function watch(): void {
  const view = { pictureMs: 0, readyMs: 0, requests: 0 }
  const look = (now: number): void => {
    const scenes = [...document.querySelectorAll<HTMLImageElement>('img[src*="/art/scene-"]')]
    if (view.pictureMs === 0 && scenes.some((image) => image.complete && image.naturalWidth > 0)) {
      view.pictureMs = now
      view.requests = performance.getEntriesByType('resource').length
    }
    const ready = document.querySelector('[data-introduction]')
    if (view.pictureMs > 0 && ready !== null) {
      view.readyMs = now
      sessionStorage.setItem('first-picture', JSON.stringify(view))
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
