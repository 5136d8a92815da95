import { hideRequests, openDepositForm } from './deposit-form.ts'
import { wholeUnits } from '#domain/money.ts'
import type { Locator, Page } from 'playwright-core'
import { asGuest, asMember, countCalls, expectSame, until, type MemberScene, type Scene, type Setup } from './scene.ts'
import { figure, money } from './texts.ts'
import { scaledMs } from '#test/machine.ts'

/** The constants of spec §9 in a browser. */

const healthCheckMs = 30_000
const layoutWidth = 1_400
const callTimeoutMs = 15_000

/** A health check when the page is opened, then one every 30 000 ms; none for guests. */
async function healthChecks(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page } = scene
    await page.clock.install()
    // The socket stays silent, because its events cause additional checks.
    await page.routeWebSocket('**/api/live', () => {})
    const checks = countCalls(page, 'user-health-check')
    await scene.open('/')
    await until('the first check', () => checks() === 1)
    await page.clock.pauseAt(Date.now() + 60_000)
    await runSecond(page)
    // Advances second by second to the next check.
    let before = checks()
    for (let second = 0; second <= healthCheckMs / 1_000 && checks() === before; second += 1) await runSecond(page)
    expectSame('checks within 30 s', checks(), before + 1)
    for (let round = 0; round < 3; round += 1) {
      before = checks()
      await page.clock.runFor(healthCheckMs - 1_100)
      expectSame('checks before the 30 s are over', checks(), before)
      await page.clock.runFor(1_100)
      await until('the next check', () => checks() === before + 1)
    }
  })
  await asGuest(setup, async (scene) => {
    await scene.page.clock.install()
    const checks = countCalls(scene.page, 'user-health-check')
    await scene.open('/')
    await scene.page.clock.runFor(3 * healthCheckMs)
    expectSame('checks of a guest', checks(), 0)
  })
}

/** Advances the page's clock by a second and waits for the call that this may cause. */
async function runSecond(page: Page): Promise<void> {
  await page.clock.runFor(1_000)
  await new Promise((resolve) => setTimeout(resolve, 120))
}

/** In a window of 1920 px, header, page and footer are at most 1400 px wide. */
export async function layoutWidths(setup: Omit<Setup, 'width'>): Promise<void> {
  await asMember({ ...setup, width: 1_920 }, async (scene) => {
    for (const path of ['/', '/deposit', '/notice', '/game']) {
      await scene.open(path)
      await scene.page.getByRole('main').waitFor()
      const widest = await scene.page.evaluate<number>(`Math.max(...[...document.querySelectorAll(
        'main :is(section, h1, h2, ul, form, p), header a, header button, header img, footer a, footer p')]
        .filter((one) => getComputedStyle(one).position !== 'fixed' && !one.closest('[aria-roledescription="carousel"]'))
        .map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0)
        .flatMap(({ left, right }) => [Math.abs(left - innerWidth / 2), Math.abs(right - innerWidth / 2)])) * 2`)
      if (widest > layoutWidth + 1) throw new Error(`${path} is ${widest} px wide`)
      if (widest < layoutWidth - 120) throw new Error(`${path} uses only ${widest} px`)
    }
  })
}

/** Whole amounts in the language's format: balance plus money in games, comp, and 0 for what is not a number. */
async function figuresShown(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, locale } = scene
      await scene.open('/')
      await seeFigures(scene, { owned: 1_234_567, comp: 0 })
      const user = { balance: '1234567.75', in_balance: '1000000.5', rolling: '98765.99' }
      await overrideUser(page, user)
      await scene.open('/')
      await seeFigures(scene, { owned: 2_234_568, comp: 98_765 })
      await overrideUser(page, { balance: '1234567.75', in_balance: 'x', rolling: null })
      await scene.open('/')
      await seeFigures(scene, { owned: 1_234_567, comp: 0 })
      const separator = figure(1_000, locale).replaceAll(/\d/g, '')
      expectSame('the separator of thousands', separator, locale === 'vn' ? '.' : ',')
    },
    { member: { cash: wholeUnits(1_234_567) + 7_500n } },
  )
  await asMember(setup, async (scene) => {
    const { page, program, member } = scene
    await program.database.fileHelps(member, { answered: false })
    await page.route('**/api/routes/get-help-list', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { helps: object[] }
      await route.fulfill({ json: { ...body, helps: body.helps.map((help) => ({ ...help, lastDate: '' })) } })
    })
    await scene.open('/')
    const helps = page.getByRole('region', { name: scene.t('home.latestHelp') })
    expectSame(
      'an empty date',
      await helps
        .getByRole('listitem')
        .first()
        .innerText()
        .then((text) => text.endsWith('-')),
      true,
    )
  })
}

async function overrideUser(page: Page, fields: Record<string, string | null>): Promise<void> {
  await page.unroute('**/api/routes/user-health-check')
  await page.route('**/api/routes/user-health-check', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { user: object }
    await route.fulfill({ json: { ...body, user: { ...body.user, ...fields } } })
  })
}

async function seeFigures(scene: Scene, { owned, comp }: { owned: number; comp: number }): Promise<void> {
  const { page, t, locale, phone } = scene
  if (phone) await page.getByRole('button', { name: t('frame.openMenu') }).click()
  const place = phone ? page.getByRole('dialog', { name: t('frame.menu') }) : page.getByRole('banner')
  const part = (name: string) => place.getByRole('link').filter({ hasText: new RegExp(`^${name}`) })
  await part(t('frame.ownedMoney')).getByText(money(owned, locale), { exact: true }).waitFor()
  await part(t('frame.comp')).locator('.money').getByText(figure(comp, locale), { exact: true }).waitFor()
  if (phone) await page.keyboard.press('Escape')
}

/** A call without a response times out after 15 s with a message and a retry; the retry has the same request id. */
export async function hangingCalls(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t, person } = scene
    const list = await person.context.newPage()
    const sentAt = { list: 0, form: 0 }
    const hang = (): Promise<void> => {
      sentAt.list = Date.now()
      return new Promise(() => {})
    }
    await list.route('**/api/routes/get-help-list', hang, { times: 1 })
    await scene.open('/help', list)
    const failure = list
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: t('errors.timeout') })
    const listGaveUp = whenShown(failure)
    const { main, amount, apply } = await openDepositForm(scene)
    await hideRequests(page)
    const ids: unknown[] = []
    await page.route('**/api/routes/apply-user-deposit', async (route) => {
      ids.push((route.request().postDataJSON() as { requestId: string }).requestId)
      if (ids.length > 1) return route.continue()
      sentAt.form = Date.now()
      // The request arrives, its response does not.
      await route.fetch()
    })
    await amount.fill('50000')
    await apply.click()
    const formGaveUp = whenShown(main.getByText(t('errors.timeout')))
    expectTimeout('the form', (await formGaveUp) - sentAt.form)
    expectTimeout('the list', (await listGaveUp) - sentAt.list)
    await failure.getByRole('button', { name: t('common.retry') }).click()
    // The request for the account that the deposit form needs.
    await list.getByRole('button', { name: t('help.kindAccount') }).waitFor()
    await apply.click()
    await page.getByText(t('moneyRequest.deposit.applied')).waitFor()
    expectSame('two attempts of one request', [ids.length, new Set(ids).size], [2, 1])
    await expectOneRequest(scene)
  })
}

async function whenShown(found: Locator): Promise<number> {
  await found.waitFor({ timeout: scaledMs(callTimeoutMs + 10_000) })
  return Date.now()
}

function expectTimeout(what: string, tookMs: number): void {
  if (tookMs < callTimeoutMs - 500 || tookMs > callTimeoutMs + 4_000) throw new Error(`${what} waited ${tookMs} ms`)
}

async function expectOneRequest({ program, member }: MemberScene): Promise<void> {
  const filed = await program.database.db
    .selectFrom('money_request')
    .select('id')
    .where('member_id', '=', member.id)
    .execute()
  expectSame('requests on file', filed.length, 1)
}

/** Run in every setup. */
export const constantsJourneys = {
  'members poll the health check every 30 s': healthChecks,
  'amounts are formatted for the language': figuresShown,
} as const
