import type { Locator, Page } from 'playwright-core'
import { wholeUnits } from '#domain/money.ts'
import { leaveTransferStep, openDepositForm } from './deposit-form.ts'
import { fillSignIn, toastOf } from './messages-steps.ts'
import {
  asMember,
  callAs,
  countCalls,
  endSessionAt,
  expectSame,
  until,
  untilReady,
  type MemberScene,
  type Scene,
  type Setup,
} from './scene.ts'
import { goByMenu, seeBalance } from './site-steps.ts'
import { exactly } from './texts.ts'
import { anySlot } from '#test/any-slot.ts'

/** Failures between a browser and the server, as members see them. */

/** Offline: a message, no lost input, and the submit works once the connection is back. */
async function offlineAndBack(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, t, person } = scene
      const { main, amount, apply } = await openDepositForm(scene)
      await amount.fill('30000')
      await person.context.setOffline(true)
      await apply.click()
      await main.getByText(t('errors.network')).waitFor()
      expectSame('the amount typed', (await amount.inputValue()).replaceAll(/\D/g, ''), '30000')
      await scene.check('offline')
      await person.context.setOffline(false)
      await apply.click()
      await page.getByText(t('moneyRequest.deposit.applied')).waitFor()
      const { maxCount } = await callAs(scene, 'get-money-requests')
      expectSame('requests on file', maxCount, 1)
      // A page whose code is not loaded yet cannot be shown offline; the reload button loads it.
      await person.context.setOffline(true)
      await page.evaluate(
        `history.pushState(null, '', '/${scene.locale}/notice'); dispatchEvent(new Event('popstate'))`,
      )
      await page.getByRole('heading', { name: t('problem.title') }).waitFor()
      await scene.check('a page that cannot be fetched')
      await person.context.setOffline(false)
      await page.getByRole('button', { name: t('problem.reload') }).click()
      await page.getByRole('heading', { level: 1, name: t('menu.notice') }).waitFor()
    },
    {
      allowed: [
        /ERR_INTERNET_DISCONNECTED/,
        /dynamically imported module/,
        /Unable to preload/,
        /Failed to fetch/,
        /ERR_FAILED/,
      ],
    },
  )
}

/** Every response takes 3 s: the page shows progress, and further submits are ignored. */
export async function slowAnswers(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t } = scene
    await page.route('**/api/routes/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      await route.continue().catch(() => undefined)
    })
    const { amount, apply } = await openDepositForm(scene)
    await amount.fill('30000')
    const calls = countCalls(page, 'apply-user-deposit')
    await apply.click()
    await page.locator('main form button[type=submit][aria-busy]').waitFor()
    await apply.click()
    await page.keyboard.press('Enter')
    await page.getByText(t('moneyRequest.deposit.applied')).waitFor()
    expectSame('calls of three submits', calls(), 1)
  })
}

/** A session that ended during a form: a sign-in dialog over the page, no lost input, one effective call. */
async function sessionEndsInAForm(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, t, member } = scene
      await scene.open('/help')
      const form = page.locator('main form')
      await form.getByRole('textbox').first().fill('A question')
      await form.getByRole('textbox').last().fill('It is long, and took me long.')
      const calls = countCalls(page, 'user-write-help')
      const send = async (): Promise<void> => {
        await form.locator('button[type=submit]').click()
        await page
          .getByRole('dialog', { name: t('messages.msg2222') })
          .getByRole('button', { name: t('help.send'), exact: true })
          .click()
      }
      const dialog = page.getByRole('dialog', { name: t('signIn.title') })
      await endSessionAt(scene, 'user-write-help')
      await send()
      await dialog.getByText(t('signIn.again')).waitFor()
      await scene.check('signing in over a form')
      await markBeyond(dialog.getByLabel(t('signIn.id'), { exact: true }))
      expectSame('the dialog after marking a text', await dialog.isVisible(), true)
      // Dismissing the dialog keeps the input.
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expectSame('what was typed', await form.getByRole('textbox').last().inputValue(), 'It is long, and took me long.')
      await send()
      await dialog.waitFor()
      await fillSignIn(scene, dialog, member.loginId, member.password)
      await page.keyboard.press('Enter')
      await toastOf(scene, 'msg2026').waitFor()
      expectSame('calls: two refused, one accepted', calls(), 3)
      await page.getByRole('main').getByRole('button', { name: 'A question' }).waitFor()
      const filed = await setup.program.database.db
        .selectFrom('help_item')
        .select('title')
        .where('member_id', '=', member.id)
        .execute()
      expectSame('inquiries on file', filed, [{ title: 'A question' }])
    },
    { allowed: [/401/] },
  )
}

/** Selects a field's text with the mouse and releases the button outside the dialog. */
async function markBeyond(field: Locator): Promise<void> {
  const box = await field.boundingBox()
  if (box === null) throw new Error('the field is not visible')
  const { mouse } = field.page()
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await mouse.down()
  await mouse.move(4, 4, { steps: 4 })
  await mouse.up()
}

/** Another member signs in over a form: the first member's call is not sent in the second one's name. */
async function anotherMemberSignsIn(setup: Setup): Promise<void> {
  const other = await setup.program.database.newMember({ cash: wholeUnits(500_000) })
  await asMember(
    setup,
    async (scene) => {
      const { page, t } = scene
      const { amount, apply } = await openDepositForm(scene)
      await amount.fill('70000')
      await endSessionAt(scene, 'apply-user-deposit')
      await apply.click()
      const dialog = page.getByRole('dialog', { name: t('signIn.title') })
      await fillSignIn(scene, dialog, other.loginId, other.password)
      await page.keyboard.press('Enter')
      await seeBalance(page, 500_000, scene.locale)
      const { db } = setup.program.database
      const filed = await db.selectFrom('money_request').select('id').where('member_id', '=', other.id).execute()
      expectSame('requests in the other’s name', filed.length, 0)
      await page.getByRole('main').getByText(t('moneyRequest.deposit.accountText')).waitFor()
      expectSame('the form of the first', await amount.count(), 0)
    },
    { allowed: [/401/, /Failed to fetch/] },
  )
}

/** Busy and maintenance responses show their messages, keep the session, and the submit works afterwards. */
async function busyAndMaintenance(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, t } = scene
      const { main, amount, apply } = await openDepositForm(scene)
      await amount.fill('30000')
      for (const [answer, text] of [
        [{ status: 429, headers: { 'retry-after': '7' } }, t('errors.busy', { seconds: 7 })],
        [{ status: 500 }, t('errors.failed')],
        [{ status: 503, headers: { 'retry-after': '7' } }, t('errors.maintenance')],
        // A proxy between the browser and the server answers in its place.
        [{ status: 200, contentType: 'text/html', body: '<p>Welcome to the hotel.</p>' }, t('errors.failed')],
        [{ status: 400 }, t('errors.refused')],
      ] as const) {
        await page.route('**/api/routes/apply-user-deposit', (route) => route.fulfill(answer), { times: 1 })
        await apply.click()
        await main.getByText(text).waitFor()
      }
      // A refused health check does not end the session.
      await page.route('**/api/routes/user-health-check', (route) => route.fulfill(closed))
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
      await apply.click()
      await page.getByText(t('moneyRequest.deposit.applied')).waitFor()
      await page.unroute('**/api/routes/user-health-check')
      // A refused list is retried automatically, and finally by a click.
      await page.route('**/api/routes/get-user-notices', (route) => route.fulfill(closed), {
        times: 3,
      })
      await goByMenu(scene, 'notice')
      const failure = main.getByRole('alert').filter({ hasText: t('errors.maintenance') })
      await failure.getByRole('button', { name: t('common.retry') }).click()
      await main.getByRole('listitem').first().waitFor()
    },
    { allowed: [/status of (400|429|500|503)/, /answered 50/] },
  )
}

const closed = { status: 503, headers: { 'retry-after': '7' }, json: { status: 'busy' } } as const

/** Back and forward restore the pages; a double click sends one call. */
async function backAndForward(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t } = scene
    const title = (entry: string): Locator => page.getByRole('heading', { level: 1, name: t(`menu.${entry}`) })
    await scene.program.database.giveAccount(scene.member)
    await scene.open('/')
    await goByMenu(scene, 'deposit')
    await goByMenu(scene, 'help')
    await page.goBack()
    await title('deposit').waitFor()
    await page.goBack()
    await page.getByRole('region', { name: t('home.games') }).waitFor()
    await page.goForward()
    await title('deposit').waitFor()
    const { amount, apply } = await leaveTransferStep(scene)
    await amount.fill('40000')
    const calls = countCalls(page, 'apply-user-deposit')
    await apply.dblclick()
    await page.getByText(t('moneyRequest.deposit.applied')).waitFor()
    expectSame('calls of a double click', calls(), 1)
    const { maxCount } = await callAs(scene, 'get-money-requests')
    expectSame('requests on file', maxCount, 1)
    await page.goForward()
    await title('help').waitFor()
    const loaded = page.waitForEvent('load')
    await page.reload()
    await loaded
    await untilReady(page)
    await title('help').waitFor()
  })
}

/** A window closed during a spin: the round is settled, and the site soon shows the result. */
async function closedInASpin(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, t } = scene
      await scene.open('/')
      const game = await openTheGame(scene)
      const spin = game.getByRole('button', { name: t('slot.bar.spin'), exact: true })
      await spin.click()
      await game.getByRole('button', { name: t('slot.bar.spinning'), exact: true }).waitFor()
      await game.close({ runBeforeUnload: true })
      // The list shows the win once the closing window has released it.
      await until('the round on file', async () => (await lastBet(scene))?.status === 'completed')
      const bet = await lastBet(scene)
      const balance = 200_000 - Number(bet?.balanceBet) + Number(bet?.balanceWin)
      await until('the wallet', async () => Number((await callAs(scene, 'get-in-game-balance'))['balance']) === balance)
      await page.reload()
      await seeBalance(page, balance, scene.locale)
      const { bets } = (await callAs(scene, 'get-slot-bets-list')) as { bets: object[] }
      expectSame('rounds on file', bets.length, 1)
    },
    { member: { cash: wholeUnits(200_000) } },
  )
}

type Bet = { balanceBet: string; balanceWin: string; status: string }

async function lastBet(scene: MemberScene): Promise<Bet | undefined> {
  const { bets } = (await callAs(scene, 'get-slot-bets-list', { take: 1 })) as { bets: Bet[] }
  return bets[0]
}

async function openTheGame(scene: Scene): Promise<Page> {
  const { page, t } = scene
  const games = page.getByRole('region', { name: t('home.games') })
  const [game] = await Promise.all([
    page.waitForEvent('popup'),
    games
      .getByRole('button')
      .filter({ hasText: exactly(anySlot.names[scene.locale]) })
      .last()
      .click(),
  ])
  await game.waitForURL(`**/play/${anySlot.code}?*`)
  return game
}

/** Run in every setup. */
export const edgesJourneys = {
  'an offline submit works after reconnecting': offlineAndBack,
  'a session that ends in a form keeps the input': sessionEndsInAForm,
  'another member’s sign-in drops the pending call': anotherMemberSignsIn,
  'busy, failed and closed responses can be retried': busyAndMaintenance,
  'back, forward and double clicks work': backAndForward,
  'a round is settled when its window closes': closedInASpin,
} as const
