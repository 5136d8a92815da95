import type { Locator, Page } from 'playwright-core'
import { wholeUnits } from '#domain/money.ts'
import { layoutShift } from './browser.ts'
import { fillSignIn, toastOf } from './messages-steps.ts'
import { expectGameWindow, nameOf } from './opening-steps.ts'
import { asGuest, asMember, callAs, expectSame, until, type MemberScene, type Scene, type Setup } from './scene.ts'
import { goByMenu } from './site-steps.ts'
import { exactly } from './texts.ts'
import { anySlot } from '#test/any-slot.ts'

/** The main use of each page, restricted members, and the main paths by keyboard alone. */

/** Notes and notices are opened and read; the header's counts follow. */
async function readingMail(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t, program, member, phone } = scene
    await program.database.sendNotes(member, 3)
    await scene.open('/note')
    const main = page.getByRole('main')
    await dismissAnnouncement(scene)
    expectSame('unread notes', (await callAs(scene, 'user-health-check'))['noteCount'], 3)
    await main.getByRole('button', { name: 'Note 2' }).click()
    await main.getByText('Text of note 2.').waitFor()
    await until('a note read', async () => (await callAs(scene, 'user-health-check'))['noteCount'] === 2)
    if (!phone)
      await page
        .getByRole('banner')
        .getByRole('link', { name: t('frame.unread', { count: 2 }) })
        .waitFor()
    await scene.check('a note')
    await goByMenu(scene, 'notice')
    await main.getByRole('button', { expanded: false }).first().click()
    await main.getByRole('button', { expanded: true }).waitFor()
    const named = new URL(page.url()).searchParams.get('id')
    if (named === null) throw new Error('the open notice is not named in the address')
    await page.reload()
    await main.getByRole('button', { expanded: true }).waitFor()
    await scene.check('a notice')
  })
}

/** The password is changed with the old one; afterwards only the new one signs in. */
async function changingThePassword(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t, member, program } = scene
    await scene.open('/user/security')
    const label = (key: string): string => t(`member.${key}`)
    const form = page.locator('form').filter({ has: page.getByLabel(label('newPasswordAgain'), { exact: true }) })
    const fresh = 'lantern-over-water-9'
    const fill = async (old: string): Promise<void> => {
      await form.getByLabel(label('currentPassword'), { exact: true }).fill(old)
      await form.getByLabel(label('newPassword'), { exact: true }).fill(fresh)
      await form.getByLabel(label('newPasswordAgain'), { exact: true }).fill(fresh)
      await form.locator('button[type=submit]').click()
    }
    await fill('not-the-password-1')
    await form.getByText(label('wrongPassword')).waitFor()
    await fill(member.password)
    await page.getByText(label('passwordChanged')).waitFor()
    const enter = async (pw: string): Promise<unknown> => {
      const answer = await fetch(`${program.site}/api/routes/user-do-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: member.loginId, pw }),
      })
      return ((await answer.json()) as { status: string }).status
    }
    expectSame('the two passwords', [await enter(member.password), await enter(fresh)], ['fail', 'success'])
  })
}

/** A forbidden page and an unknown page lead to the home page. */
async function deadEnds(setup: Setup): Promise<void> {
  await asGuest(
    setup,
    async (scene) => {
      const { page, t } = scene
      for (const [path, title] of [
        ['/admin/error', t('errorPage.forbiddenTitle')],
        ['/nowhere', t('notFound.title')],
      ] as const) {
        await scene.open(path)
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        await scene.check(path)
        await page
          .getByRole('main')
          .getByRole('link', { name: t('notFound.home') })
          .click()
        await page.waitForURL(scene.address('/'))
        await page.getByRole('region', { name: t('home.games') }).waitFor()
      }
    },
    { allowed: [/\/nowhere.*404/] },
  )
}

/** A blocked member sees so at sign-in, can use withdrawals and mail, and is shown the reason for every refusal. */
async function blockedMember(setup: Setup): Promise<void> {
  const member = await setup.program.database.newMember({ status: 'blocked' })
  await asGuest(setup, async (scene) => {
    const { page, t } = scene
    await scene.open('/login')
    await fillSignIn(scene, page.getByRole('main'), member.loginId, member.password)
    await page.keyboard.press('Enter')
    const toasts = page.getByRole('region', { name: t('common.notifications') })
    await toasts.getByText(t('errors.restricted')).waitFor()
    await page.waitForURL(scene.address('/'))
  })
  await asMember(
    setup,
    async (scene) => {
      const { page, t, program } = scene
      const main = page.getByRole('main')
      await scene.open('/')
      await page
        .getByRole('region', { name: t('home.games') })
        .getByRole('button')
        .filter({ hasText: await nameOf(scene, anySlot.code) })
        .last()
        .click()
      const dialog = page.getByRole('dialog', { name: t('launch.blocked') })
      await dialog.getByRole('button', { name: t('common.confirm'), exact: true }).click()
      for (const entry of ['help', 'notice', 'withdraw', 'user', 'note'] as const) {
        await scene.open(`/${entry}`)
        await page.getByRole('heading', { level: 1, name: t(`menu.${entry}`) }).waitFor()
        await page.waitForLoadState('networkidle')
        expectSame(`failures on ${entry}`, await main.getByText(t('errors.refused')).count(), 0)
        expectSame(`closed parts of ${entry}`, await main.getByText(t('errors.restricted')).count(), 0)
      }
      await scene.open('/deposit')
      await main.getByText(t('moneyRequest.deposit.restricted')).waitFor()
      expectSame('steps of a deposit', await main.getByText(t('moneyRequest.deposit.steps.transfer')).count(), 0)
      await scene.check('a deposit of a blocked member')
      const taken = await callAs(scene, 'apply-user-withdraw', { balance: '10000', pass: scene.member.pin })
      expectSame('a withdrawal of a blocked member', taken['status'], 'success')
      const filed = await program.database.db
        .selectFrom('money_request')
        .select('type')
        .where('member_id', '=', scene.member.id)
        .execute()
      expectSame('requests on file', filed, [{ type: 'withdraw' }])
    },
    { member: { status: 'blocked', cash: wholeUnits(50_000) }, allowed: [/403/] },
  )
}

/** Signs in, requests a deposit, writes to support, opens a game and signs out without a mouse. */
async function byKeyboard(setup: Setup): Promise<void> {
  const member = await setup.program.database.newMember()
  await setup.program.database.giveAccount(member)
  await asGuest(setup, async (scene) => {
    const { page, t, phone } = scene
    const main = page.getByRole('main')
    const keys = page.keyboard
    await scene.open('/')
    await keys.press('Tab')
    await expectFocus(page.getByRole('link', { name: t('frame.skip') }))
    await goByKeyboard(scene, () => page.getByRole('banner').getByRole('link', { name: t('frame.login'), exact: true }))
    await tabTo(page, main.getByLabel(t('signIn.id'), { exact: true }))
    await keys.type(member.loginId)
    await keys.press('Tab')
    await keys.type(member.password)
    await keys.press('Enter')
    await toastOf(scene, 'msg2029').waitFor()
    await page.waitForURL(scene.address('/'))

    const tiles = page.getByRole('region', { name: t('home.games') }).getByRole('button')
    await tabTo(page, tiles.filter({ hasText: await nameOf(scene, anySlot.code) }).last())
    const [game] = await Promise.all([page.waitForEvent('popup'), keys.press('Enter')])
    await expectGameWindow(game)
    await game.close()

    await openByKeyboard(scene, 'deposit')
    await tabTo(page, main.getByRole('button', { name: t('common.next'), exact: true }))
    await keys.press('Enter')
    await tabTo(page, main.getByLabel(t('moneyRequest.form.amount'), { exact: true }))
    await keys.type('30000')
    await keys.press('Enter')
    await page.getByText(t('moneyRequest.deposit.applied')).waitFor()

    await openByKeyboard(scene, 'help')
    await tabTo(page, main.locator('form').getByRole('textbox').first())
    await keys.type('A question')
    await keys.press('Tab')
    await keys.type('Without a pointer.')
    await tabTo(page, main.locator('form button[type=submit]'))
    await keys.press('Enter')
    // The confirming button has the focus.
    await page.getByRole('dialog', { name: t('messages.msg2222') }).waitFor()
    await keys.press('Enter')
    await toastOf(scene, 'msg2026').waitFor()

    if (phone) await openPanelByKeyboard(scene)
    await tabTo(page, page.getByRole('button', { name: t('frame.logout'), exact: true }).locator('visible=true'))
    await keys.press('Enter')
    await page.getByRole('dialog', { name: t('messages.msg2216') }).waitFor()
    await keys.press('Enter')
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('frame.login'), exact: true })
      .waitFor()
  })
}

async function goByKeyboard({ page }: Scene, link: () => Locator): Promise<void> {
  await tabTo(page, link())
  await page.keyboard.press('Enter')
}

/** Opens a page from the menu: the header’s on a desktop, the side panel’s on a phone. */
async function openByKeyboard(scene: Scene, entry: string): Promise<void> {
  const { page, t, phone } = scene
  if (phone) await openPanelByKeyboard(scene)
  const menu = page.getByRole('navigation', { name: t('frame.menu') }).last()
  await goByKeyboard(scene, () => menu.getByRole('link', { name: exactly(t(`menu.${entry}`)) }))
  await page.getByRole('heading', { level: 1, name: t(`menu.${entry}`) }).waitFor()
}

async function openPanelByKeyboard({ page, t }: Scene): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: t('frame.openMenu') }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: t('frame.menu') }).waitFor()
}

const maxTabs = 120

/** Presses Tab until an element has the focus, wrapping around if needed. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let press = 0; press < maxTabs; press += 1) {
    if (await hasFocus(wanted)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${maxTabs} tabs do not reach ${String(wanted)}`)
}

async function hasFocus(found: Locator): Promise<boolean> {
  return found.evaluate((element) => element === element.ownerDocument.activeElement)
}

async function expectFocus(found: Locator): Promise<void> {
  await until(`the focus on ${String(found)}`, () => hasFocus(found))
}

/** Dismisses an announcement if there is one. */
async function dismissAnnouncement({ page, t }: MemberScene): Promise<void> {
  const later = page.getByRole('dialog').getByRole('button', { name: t('announce.later') })
  if (await later.isVisible()) await later.click()
}

/** Run in every setup. */
/** The share of the window that fonts of the first visit may move. */
const mostFontShift = 0.003

/** A first visit draws its text before the fonts of the language arrive: labels keep their places. */
async function lateFonts(setup: Setup): Promise<void> {
  await asGuest(setup, async (scene) => {
    const { page } = scene
    await page.route(/\.woff2$/, async (route) => {
      await page.waitForTimeout(700)
      await route.continue()
    })
    await scene.open('/')
    await page.evaluate(async () => void (await document.fonts.ready))
    const shift = await layoutShift(page)
    if (shift > mostFontShift) throw new Error(`late fonts moved the home by ${shift}`)
  })
}

export const pagesJourneys = {
  'late fonts do not move the menu': lateFonts,
  'notes and notices are read and counted': readingMail,
  'a password is changed': changingThePassword,
  'forbidden and unknown pages lead home': deadEnds,
  'a blocked member keeps withdrawals and mail': blockedMember,
  'the site works by keyboard': byKeyboard,
} as const
