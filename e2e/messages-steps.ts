import type { Locator } from 'playwright-core'
import { openDepositForm } from './deposit-form.ts'
import {
  asGuest,
  asMember,
  callAs,
  countCalls,
  expectSame,
  holdBack,
  until,
  type MemberScene,
  type Scene,
  type Setup,
} from './scene.ts'
import { openPanel } from './site-steps.ts'

/** The messages of spec §8 that are not about games, each in its place. */

/** msg2030 for missing or wrong input, msg2214 while signing in, msg2029 afterwards; msg2216 before signing out. */
export async function signingInAndOut(setup: Setup): Promise<void> {
  const member = await setup.program.database.newMember()
  const newcomer = await setup.program.database.newMember({ status: 'pending' })
  await asGuest(setup, async (scene) => {
    const { page, t, phone } = scene
    await scene.open('/')
    if (phone) await openPanel(scene)
    else
      await page
        .getByRole('banner')
        .getByRole('link', { name: t('frame.login') })
        .click()
    // On a phone the form is in the side panel, on a desktop on a page of its own.
    const place = phone ? page.getByRole('dialog', { name: t('frame.menu') }) : page.getByRole('main')
    const calls = countCalls(page, 'user-do-login')
    const submit = place.locator('button[type=submit]')
    const problem = place.getByRole('alert')
    for (const [id, pw] of [
      ['', ''],
      [member.loginId, ''],
      ['', member.password],
    ] as const) {
      await fillSignIn(scene, place, id, pw)
      await submit.click()
      await expectText(problem, t('messages.msg2030'))
    }
    expectSame('calls of an incomplete form', calls(), 0)
    await fillSignIn(scene, place, member.loginId, 'not-the-password-1')
    await submit.click()
    await expectText(problem, t('messages.msg2030'))
    await fillSignIn(scene, place, newcomer.loginId, newcomer.password)
    await submit.click()
    await expectText(problem, t('signInAnswer.pending'))
    await fillSignIn(scene, place, member.loginId, member.password)
    const release = await holdBack(page, 'user-do-login')
    await submit.click()
    await expectText(submit, t('messages.msg2214'))
    await submit.click()
    release()
    await toastOf(scene, 'msg2029').waitFor()
    expectSame('calls of a double click', calls(), 3)
    await leave(scene)
  })
}

/** msg2216: cancelling keeps the session, confirming ends it and shows a guest's home page. */
async function leave(scene: Scene): Promise<void> {
  const { page, t, phone } = scene
  const question = page.getByRole('dialog', { name: t('messages.msg2216') })
  const requestLogout = async (): Promise<void> => {
    if (phone) await openPanel(scene)
    await page
      .getByRole('button', { name: t('frame.logout'), exact: true })
      .locator('visible=true')
      .click()
    await question.waitFor()
  }
  const calls = countCalls(page, 'user-logout')
  await requestLogout()
  await question.getByRole('button', { name: t('common.cancel'), exact: true }).click()
  await question.waitFor({ state: 'detached' })
  expectSame('calls after cancelling', calls(), 0)
  if (phone) await page.keyboard.press('Escape')
  await requestLogout()
  await question.getByRole('button', { name: t('frame.logout'), exact: true }).click()
  await page
    .locator('header')
    .getByRole('link', { name: t('frame.login') })
    .first()
    .waitFor()
  const left = await page.context().cookies()
  expectSame('the session’s cookie', left.filter(({ name }) => name === 'session').length, 0)
}

/** msg2024, then msg2025, then msg2222; msg2027 keeps the input, msg2026 clears the form. */
export async function writingHelp(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, t } = scene
      await scene.open('/help')
      const form = page.locator('main form')
      const [title, contents] = [form.getByRole('textbox').first(), form.getByRole('textbox').last()]
      const send = form.locator('button[type=submit]')
      const question = page.getByRole('dialog', { name: t('messages.msg2222') })
      const calls = countCalls(page, 'user-write-help')
      await send.click()
      await expectText(form.getByRole('alert'), t('messages.msg2024'))
      await contents.fill('What I would like to know.')
      await send.click()
      await expectText(form.getByRole('alert'), t('messages.msg2024'))
      await title.fill('A question')
      await contents.fill('   ')
      await send.click()
      await expectText(form.getByRole('alert'), t('messages.msg2025'))
      await scene.check('help with a fault')
      await contents.fill('What I would like to know.')
      await send.click()
      await question.waitFor()
      await scene.check('msg2222')
      await question.getByRole('button', { name: t('help.keepWriting') }).click()
      await question.waitFor({ state: 'detached' })
      expectSame('calls before the question is answered', calls(), 0)
      const sendNow = async (): Promise<void> => {
        await send.click()
        await question.getByRole('button', { name: t('help.send'), exact: true }).click()
      }
      await page.route('**/api/routes/user-write-help', (route) => route.abort(), { times: 1 })
      await sendNow()
      await toastOf(scene, 'msg2027').waitFor()
      expectSame('what was written', await title.inputValue(), 'A question')
      await sendNow()
      await toastOf(scene, 'msg2026').waitFor()
      expectSame('the cleared form', [await title.inputValue(), await contents.inputValue()], ['', ''])
      await page.getByRole('main').getByRole('button', { name: 'A question' }).waitFor()
      const { maxCount } = await callAs(scene, 'get-help-list')
      expectSame('inquiries on file', maxCount, 1)
    },
    { allowed: [/ERR_FAILED/] },
  )
}

/** msg2221 before deleting; msg2054 after a failure, msg2053 after a success. For inquiries and notes. */
export async function deletingAll(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { database } = scene.program
      await database.fileHelps(scene.member, { answered: true, count: 2 })
      await database.sendNotes(scene.member, 2)
      // A page shows no announcements of its own subject.
      await deleteList(scene, { path: '/help', call: 'del-all-help', messages: 'help', one: 'Inquiry 2' })
      await dismissAnnouncement(scene)
      await deleteList(scene, { path: '/note', call: 'user-del-note', messages: 'note', one: 'Note 2' })
    },
    { allowed: [/ERR_FAILED/] },
  )
}

/** Dismisses an announcement if there is one. */
async function dismissAnnouncement({ page, t }: Scene): Promise<void> {
  const later = page.getByRole('dialog').getByRole('button', { name: t('announce.later') })
  if (await later.isVisible()) await later.click()
}

async function deleteList(
  scene: MemberScene,
  list: { path: string; call: string; messages: string; one: string },
): Promise<void> {
  const { page, t } = scene
  await scene.open(list.path)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: list.one }).waitFor()
  await dismissAnnouncement(scene)
  const deleteAll = main.getByRole('button', { name: t(`${list.messages}.deleteAll`), exact: true })
  const question = page.getByRole('dialog', { name: t('messages.msg2221') })
  const calls = countCalls(page, list.call)
  await deleteAll.click()
  await scene.check('msg2221')
  await question.getByRole('button', { name: t('help.keep'), exact: true }).click()
  await question.waitFor({ state: 'detached' })
  expectSame(`calls of ${list.call} before the answer`, calls(), 0)
  const sure = question.getByRole('button', { name: t(`${list.messages}.deleteAll`), exact: true })
  await page.route(`**/api/routes/${list.call}`, (route) => route.abort(), { times: 1 })
  await deleteAll.click()
  await sure.click()
  await toastOf(scene, 'msg2054').waitFor()
  await main.getByRole('button', { name: list.one }).waitFor()
  await deleteAll.click()
  await sure.click()
  await toastOf(scene, 'msg2053').waitFor()
  await main.getByText(t(`${list.messages}.none`)).waitFor()
  await deleteAll.waitFor({ state: 'detached' })
}

/**
 * msg2004 as a dialog before msg2003 as a toast, once each; never over a form with input; confirming leads to the page,
 * cancelling does not.
 */
export async function announcements(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t, program, member } = scene
    await page.clock.install()
    const reply = page.getByRole('dialog', { name: t('messages.msg2004') })
    const note = toastOf(scene, 'msg2003')
    await program.database.sendNotes(member)
    await program.database.fileHelps(member, { answered: true })
    await scene.open('/')
    await reply.waitFor()
    expectSame('a note announced over a reply', await note.count(), 0)
    await scene.check('msg2004')
    await reply.getByRole('button', { name: t('announce.later') }).click()
    await note.waitFor()
    expectSame('where a cancelled reply leads', page.url(), scene.address('/'))
    await page
      .getByRole('region', { name: t('common.notifications') })
      .getByRole('link', { name: t('announce.read') })
      .click()
    await page.waitForURL(scene.address('/note'))
    await page.getByRole('main').getByRole('button', { name: 'Note 1' }).waitFor()
    const checks = countCalls(page, 'user-health-check')
    await nextCheck(scene, checks)
    await page.reload()
    await nextCheck(scene, checks)
    expectSame(
      'announcements after both were shown',
      (await page.getByRole('dialog').count()) + (await note.count()),
      0,
    )

    // Waits for the form first: a clock that jumps while its data loads would time the call out.
    const { amount } = await openDepositForm(scene)
    await nextCheck(scene, checks)
    await amount.fill('10000')
    await program.database.fileHelps(member, { answered: true })
    await nextCheck(scene, checks)
    expectSame('announcements over a form with the cursor in it', await reply.count(), 0)
    await page.getByRole('heading', { level: 1 }).click()
    await nextCheck(scene, checks)
    expectSame('announcements over a half-filled form', await reply.count(), 0)
    await amount.fill('')
    await page.getByRole('heading', { level: 1 }).click()
    await page.clock.runFor(30_000)
    await reply.getByRole('button', { name: t('announce.read') }).click()
    await page.waitForURL(scene.address('/help'))
  })
}

/** Advances the page’s clock by 30 s and waits for the response to the health check. */
async function nextCheck({ page }: Scene, checks: () => number): Promise<void> {
  const before = checks()
  const answered = page.waitForResponse('**/api/routes/user-health-check')
  await page.clock.runFor(30_000)
  await answered
  await until('the next health check', () => checks() > before)
  await page.clock.runFor(100)
}

export function toastOf({ page, t }: Pick<Scene, 'page' | 't'>, key: string): Locator {
  const toasts = page.getByRole('region', { name: t('common.notifications') })
  return toasts.getByText(t(`messages.${key}`), { exact: true })
}

export async function fillSignIn({ t }: Pick<Scene, 't'>, place: Locator, id: string, password: string): Promise<void> {
  await place.getByLabel(t('signIn.id'), { exact: true }).fill(id)
  await place.getByLabel(t('signIn.password'), { exact: true }).fill(password)
}

async function expectText(found: Locator, text: string): Promise<void> {
  await found.filter({ hasText: text }).waitFor()
}
