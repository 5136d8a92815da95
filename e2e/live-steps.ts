import { randomUUID } from 'node:crypto'
import type { Page, WebSocketRoute } from 'playwright-core'
import { wholeUnits } from '#domain/money.ts'
import { withLocale } from '#i18n/locales.ts'
import { newPerson } from './browser.ts'
import { fillSignIn, toastOf } from './messages-steps.ts'
import { startProgram, type Program } from './program.ts'
import { asMember, callAs, countCalls, expectSame, until, untilReady, type MemberScene, type Setup } from './scene.ts'
import { exactly, money, translatorFor } from './texts.ts'
import { scaledMs } from '#test/machine.ts'
import { openAnySlot, type GameBody } from '#test/any-slot.ts'

/** Live updates of open pages: equal balances, a lost connection, sessions that end elsewhere, maintenance. */

const begun = 1_000_000
/** A live update is on screen within this time, long before the next poll after 30 s. */
const soonMs = 8_000

/** Two tabs and a game window show the same balance after an approved deposit and after a round. */
export async function pagesAgree(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, person, locale } = scene
      await scene.open('/')
      const second = await person.context.newPage()
      await scene.open('/deposit', second)
      const game = await openGame(scene)
      const see = async (balance: number): Promise<void> => {
        await seeOwned(page, balance, locale)
        await seeOwned(second, balance, locale)
        await game
          .getByText(money(balance, locale), { exact: true })
          .first()
          .waitFor({ timeout: scaledMs(soonMs) })
      }
      await see(begun)
      await payIn(scene, 50_000)
      await see(begun + 50_000)
      await scene.check('two tabs agree', second)

      await game.getByRole('button', { name: scene.t('slot.bar.spin'), exact: true }).click()
      await game.getByRole('button', { name: scene.t('slot.bar.spinning'), exact: true }).waitFor()
      await untilSpun(scene, game)
      const { balance } = await callAs(scene, 'get-in-game-balance')
      await see(Number(balance))
    },
    { member: { cash: wholeUnits(begun) } },
  )
}

/** Without the socket the page polls every 30 s; back online it catches up at once. */
export async function connectionLost(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, person, locale } = scene
      let isDown = false
      const held = new Set<WebSocketRoute>()
      await page.routeWebSocket('**/api/live', async (socket) => {
        if (isDown) return socket.close({ code: 1012 })
        socket.connectToServer()
        held.add(socket)
      })
      await page.clock.install()
      await scene.open('/')
      await until('the socket', () => held.size > 0)
      await seeOwned(page, begun, locale)
      isDown = true
      for (const socket of held) await socket.close({ code: 1012 })
      await payIn(scene, 20_000)
      const checks = countCalls(page, 'user-health-check')
      await page.waitForTimeout(1_500)
      expectSame('checks before the half minute is over', checks(), 0)
      await page.clock.fastForward(30_000)
      await seeOwned(page, begun + 20_000, locale)

      await person.context.setOffline(true)
      await payIn(scene, 10_000)
      isDown = false
      held.clear()
      await person.context.setOffline(false)
      await seeOwned(page, begun + 30_000, locale)
      await until('the socket again', () => held.size > 0)
      await payIn(scene, 10_000)
      await seeOwned(page, begun + 40_000, locale)
    },
    { member: { cash: wholeUnits(begun) }, allowed: [/ERR_INTERNET_DISCONNECTED|WebSocket connection/] },
  )
}

/**
 * A session ended elsewhere shows at once: a sign-in dialog over a form, which keeps its input; else a guest's page.
 */
export async function endedElsewhere(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, person, t, member } = scene
      const hellos: string[] = []
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (String(payload).includes('"hello"')) hellos.push(String(payload))
        }),
      )
      await scene.open('/help')
      const idle = await person.context.newPage()
      await scene.open('/comp', idle)
      const form = page.locator('main form')
      await form.getByRole('textbox').last().fill('What I have written so far.')
      await until('the socket', () => hellos.length === 1)
      // The other tab has its socket by now too.
      await page.waitForTimeout(1_000)
      expectSame('logging out elsewhere', await callAs(scene, 'user-logout'), { status: 'success' })
      const dialog = page.getByRole('dialog', { name: t('signIn.title') })
      await dialog.waitFor({ timeout: scaledMs(soonMs) })
      await idle.getByText(t('signInEnd.over')).waitFor({ timeout: scaledMs(soonMs) })
      await idle.getByText(t('messages.msg2001')).first().waitFor()
      await scene.check('signed out elsewhere', idle)
      await scene.check('signing in over a form')
      await dialog.getByLabel(t('signIn.id'), { exact: true }).fill(member.loginId)
      await dialog.getByLabel(t('signIn.password'), { exact: true }).fill(member.password)
      await dialog.locator('button[type=submit]').click()
      await dialog.waitFor({ state: 'detached' })
      await until('the member’s own socket', () => hellos.at(-1) === '{"kind":"hello","member":true}')
      expectSame('what was written', await form.getByRole('textbox').last().inputValue(), 'What I have written so far.')
    },
    { allowed: [/user-health-check.*401|status of 401/] },
  )
}

/** Maintenance begins and ends on an open page; meanwhile opening a game shows msg2218. */
export async function underMaintenance(setup: Setup): Promise<void> {
  // A program of its own, because other journeys play in the shared one.
  const program = await startProgram()
  await maintain({ ...setup, program }).finally(program.stop)
}

async function maintain(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t, program } = scene
    const office = await enterOffice(program, 'manager')
    await scene.open('/')
    await scene.page.waitForTimeout(500)
    const bar = page.getByRole('complementary', { name: t('maintenance.title') })
    try {
      const set = { on: true, minutes: 30, texts: { ko: '서버를 점검합니다.', vn: 'Chúng tôi đang bảo trì máy chủ.' } }
      expectSame('beginning', (await office('set-maintenance', set))['status'], 'success')
      await bar.waitFor({ timeout: scaledMs(soonMs) })
      await scene.check('maintenance')
      expectSame('opening a game', await callAs(scene, 'open-game', openAnySlot()), { status: 'time' })
      await page.reload()
      await untilReady(page)
      await bar.waitFor({ timeout: scaledMs(soonMs) })
      await expectOfferBesideBar({ ...setup, program })
    } finally {
      await office('set-maintenance', { on: false })
    }
    await bar.waitFor({ state: 'detached', timeout: scaledMs(soonMs) })
  })
}

/**
 * A member whose browser speaks another language sees the bar of the maintenance, the offer of that language and the
 * toast of the sign-in whole.
 */
async function expectOfferBesideBar({ program, browser, locale, width }: Setup): Promise<void> {
  const person = await newPerson(browser, { width, locale })
  try {
    const shown = locale === 'ko' ? 'vn' : 'ko'
    const t = translatorFor(shown)
    const { loginId, password } = await program.database.newMember()
    await person.page.goto(program.site + withLocale(shown, '/login'))
    await untilReady(person.page)
    const main = person.page.getByRole('main')
    await fillSignIn({ t }, main, loginId, password)
    await main.locator('button[type=submit]').click()
    const bars = person.page.getByRole('complementary')
    const bar = bars.and(person.page.getByLabel(t('maintenance.title')))
    const offer = bars.filter({ hasText: translatorFor(locale)('languageOffer.text') })
    const signedIn = toastOf({ page: person.page, t }, 'msg2029')
    await Promise.all([bar.waitFor(), offer.waitFor(), signedIn.waitFor()])
    await signedIn.hover()
    const boxes = await Promise.all([bar.boundingBox(), offer.boundingBox(), signedIn.boundingBox()])
    const [one, other, third] = boxes.toSorted((first, second) => (first?.y ?? 0) - (second?.y ?? 0))
    if (!one || !other || !third) throw new Error('the bar, the offer or the toast is not shown')
    const isApart = one.y + one.height <= other.y && other.y + other.height <= third.y
    if (!isApart) throw new Error(`the bar, the offer and the toast cover each other: ${JSON.stringify(boxes)}`)
  } finally {
    await person.close()
  }
}

/** Opens the game’s window, which may still show the last round. */
export async function openWindow(scene: MemberScene, body: GameBody = openAnySlot()): Promise<Page> {
  const { gameUrl } = await callAs(scene, 'open-game', body)
  const game = await scene.person.context.newPage()
  await game.goto(scene.program.site + String(gameUrl))
  return game
}

async function openGame(scene: MemberScene): Promise<Page> {
  const game = await openWindow(scene)
  await game.getByRole('button', { name: scene.t('slot.bar.spin'), exact: true }).waitFor()
  return game
}

/** Waits until the reels have stopped and the spin button is back; presses away what a round shows until then. */
export async function untilSpun(scene: MemberScene, game: Page): Promise<void> {
  const spin = game.getByRole('button', { name: exactly(scene.t('slot.bar.spin')) })
  const name = scene.t('slot.bar.skip')
  const skip = game.getByRole('button', { name: exactly(name) })
  const deadline = Date.now() + scaledMs(60_000)
  while (!(await spin.isVisible())) {
    if (Date.now() > deadline) throw new Error('the round did not end in time')
    // Checked and clicked in one step: a click that arrives after the end of the round would start another one.
    await skip
      .evaluate((button, label) => button.ariaLabel === label && (button as HTMLElement).click(), name, {
        timeout: 300,
      })
      .catch(() => undefined)
  }
}

async function seeOwned(page: Page, balance: number, locale: MemberScene['locale']): Promise<void> {
  await page
    .getByRole('banner')
    .getByText(money(balance, locale), { exact: true })
    .first()
    .waitFor({ timeout: scaledMs(soonMs) })
}

/** Files a deposit and approves it as the cashier, both without a browser. */
export async function payIn(scene: MemberScene, amount: number): Promise<void> {
  const filed = await callAs(scene, 'apply-user-deposit', { balance: String(amount) })
  const { id } = filed['request'] as { id: string }
  const office = await enterOffice(scene.program, 'cashier')
  await office('claim-request', { id })
  const paid = await office('approve-deposit', { id, requestId: randomUUID(), credited: String(amount) })
  expectSame('paying in', paid['status'], 'success')
}

type Office = (name: string, body: object) => Promise<Record<string, unknown>>

/** The cookies that an answer sets, as a browser sends them back. */
function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Signs an operator in and returns a function for calls of the office API. */
export async function enterOffice({ office }: Pick<Program, 'office'>, login: string): Promise<Office> {
  const send = async (name: string, body: object, cookie = ''): Promise<Response> =>
    fetch(`${office}/api/office/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: office, cookie },
      body: JSON.stringify(body),
    })
  const entered = await send('sign-in', { login, pw: `${login}-office-1` })
  const cookie = cookiesOf(entered)
  return async (name, body) => (await send(name, body, cookie)).json() as Promise<Record<string, unknown>>
}
