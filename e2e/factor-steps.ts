import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { root } from '../scripts/run-tool.ts'
import { totpCode } from '#test/totp.ts'
import { expectAccessible, newPerson } from './browser.ts'
import { goTo, openSettings } from './operators.ts'
import { expectSame, type Setup } from './scene.ts'
import { exactly, officeTexts, type OfficeTexts } from './texts.ts'

const folder = join(root, '.build/screens/factor')

/** A passkey in the browser's virtual authenticator, with its key. */
type Passkey = Awaited<ReturnType<typeof readPasskeys>>[number]

async function readPasskeys(debugging: CDPSession, authenticatorId: string) {
  const { credentials } = await debugging.send('WebAuthn.getCredentials', { authenticatorId })
  return credentials
}

/** An operator's page, with its texts, its passkeys and its checks. */
type Desk = { page: Page; texts: OfficeTexts; passkeys: Passkey[]; check: (name: string) => Promise<void> }

/**
 * A new manager enrols an authenticator app and a passkey (a virtual authenticator of the browser), stores the recovery
 * codes, resets another operator's factors with a proof for that act, signs in again with the passkey and with a recovery
 * code, and blocks a member.
 */
export async function secondFactor(setup: Setup & { locale: 'ko' | 'en' }): Promise<void> {
  const { program, browser, locale, width } = setup
  const texts = officeTexts(locale)
  const manager = await program.database.newOperator({ roles: ['manager'] })
  const colleague = await program.database.newOperator({ roles: ['cashier'] })
  const member = await program.database.newMember()
  await program.database.signIn(member)
  const person = await newPerson(browser, { width, locale })
  const { page } = person
  await mkdir(folder, { recursive: true })
  const check = async (name: string): Promise<void> => {
    await expectAccessible(page, `second factor: ${name}`)
    await page.screenshot({ path: join(folder, `${name}-${locale}-${width}.png`), fullPage: true })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    if (wide > width) throw new Error(`${name} is ${wide} px wide on ${width}`)
  }
  const desk: Desk = { page, texts, passkeys: [], check }
  try {
    await page.addInitScript((chosen) => localStorage.setItem('office-locale', chosen), locale)
    await page.goto(program.office)
    await enterPassword(desk, manager)
    const { secret, recovery } = await enrolApp(desk)
    await addPasskey(desk, secret)
    await proposeReset(desk, colleague.login)
    await signOut(desk)
    await enterPassword(desk, manager)
    await page.getByRole('button', { name: texts.factor.usePasskey }).waitFor()
    await check('sign-in')
    await withAuthenticator(desk, async () => {
      await page.getByRole('button', { name: texts.factor.usePasskey }).click()
      await page.getByRole('link', { name: texts.frame.account }).waitFor()
    })
    await blockMember(desk, member.loginId)
    await signOut(desk)
    await enterPassword(desk, manager)
    await page.getByRole('button', { name: texts.factor.useRecovery }).click()
    await page.getByLabel(texts.factor.recoveryCode, { exact: true }).fill(recovery)
    await check('recovery')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: texts.factor.enrolTitle }).waitFor()
    person.expectNoFaults()
  } catch (error) {
    await page.screenshot({ path: join(folder, `failed-${locale}-${width}.png`), fullPage: true })
    throw error
  } finally {
    await person.close()
  }
}

/**
 * Runs an act with a virtual authenticator of the browser that holds the operator's passkeys. It lasts for the act only:
 * a check by axe ends its own debugging session, and with it every virtual authenticator of the page.
 */
async function withAuthenticator({ page, passkeys }: Desk, act: () => Promise<void>): Promise<void> {
  const debugging = await page.context().newCDPSession(page)
  await debugging.send('WebAuthn.enable')
  const { authenticatorId } = await debugging.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  for (const credential of passkeys.splice(0)) {
    await debugging.send('WebAuthn.addCredential', { authenticatorId, credential })
  }
  await act()
  passkeys.push(...(await readPasskeys(debugging, authenticatorId)))
  await debugging.detach()
}

async function enterPassword({ page }: Desk, operator: { login: string; password: string }): Promise<void> {
  await page.locator('input[name=login]').fill(operator.login)
  await page.locator('input[name=password]').fill(operator.password)
  await page.keyboard.press('Enter')
}

async function signOut({ page, texts }: Desk): Promise<void> {
  await openSettings(page)
  await page.getByRole('button', { name: texts.frame.signOut, exact: true }).click()
  await page.getByRole('heading', { name: texts.signIn.title }).waitFor()
}

/** Nothing else opens until the codes are confirmed; returns one of them, and the secret of the app. */
async function enrolApp({ page, texts, check }: Desk): Promise<{ secret: string; recovery: string }> {
  await page.getByRole('heading', { name: texts.factor.enrolTitle }).waitFor()
  await check('enrolment')
  await page.getByRole('button', { name: texts.factor.beginTotp }).click()
  const secret = ((await page.getByRole('status').textContent()) ?? '').replaceAll(' ', '')
  await page.getByRole('img', { name: texts.factor.qr }).waitFor()
  const code = page.getByRole('textbox', { name: texts.factor.code })
  await code.fill('000000')
  await page.getByRole('button', { name: texts.factor.enrol, exact: true }).click()
  await page.getByRole('alert').getByText(texts.factor.fail).waitFor()
  await check('authenticator-app')
  await code.fill(totpCode(secret))
  await page.getByRole('button', { name: texts.factor.enrol, exact: true }).click()
  const codes = page.getByRole('list', { name: texts.factor.recoveryTitle }).getByRole('listitem')
  await codes.first().waitFor()
  expectSame('recovery codes', await codes.count(), 10)
  const first = (await codes.first().textContent()) ?? ''
  const confirm = page.getByRole('button', { name: texts.factor.recoveryConfirm })
  expectSame('the button before the codes are confirmed', await confirm.isDisabled(), true)
  await page.reload()
  // The codes of the page that was left are lost: new ones take their place.
  await page.getByRole('button', { name: texts.factor.recoveryNew }).click()
  await codes.first().waitFor()
  const renewed = (await codes.first().textContent()) ?? ''
  if (renewed === first) throw new Error('the recovery codes were shown twice')
  await page.getByLabel(texts.factor.recoveryStored).check()
  await check('recovery-codes')
  await confirm.click()
  await page.getByRole('link', { name: texts.frame.account }).waitFor()
  return { secret, recovery: renewed }
}

/** The proof of the enrolment serves no act of its own: the dialog asks for the app's next code, and the act goes on. */
async function addPasskey(desk: Desk, secret: string): Promise<void> {
  const { page, texts, check } = desk
  await goTo(page, texts.frame.account)
  await page.getByRole('button', { name: texts.factor.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(texts.factor.kind).selectOption('passkey')
  await check('add-passkey')
  await withAuthenticator(desk, async () => {
    await dialog.getByRole('button', { name: texts.factor.enrolPasskey }).click()
    const proof = page.getByRole('dialog').filter({ hasText: texts.factor.eachText })
    await proof.getByRole('textbox', { name: texts.factor.code }).fill(totpCode(secret, 1))
    await proof.getByRole('button', { name: texts.factor.prove, exact: true }).click()
    await page.getByRole('row').filter({ hasText: texts.factor.namePasskey }).waitFor()
  })
  await dialog.waitFor({ state: 'detached' })
  await check('account')
}

/** The proof of the last act is used up: the dialog asks for another, and the act goes on. */
async function proposeReset(desk: Desk, login: string): Promise<void> {
  const { page, texts, check } = desk
  await goTo(page, texts.frame.operators)
  await page.getByRole('button', { name: exactly(login) }).click()
  await page.getByRole('complementary').getByRole('button', { name: texts.operator.reset }).click()
  await page.getByLabel(texts.operator.reason, { exact: true }).fill('Lost phone')
  await check('reset')
  await page.getByRole('button', { name: texts.operator.resetSubmit }).click()
  await page.getByText(texts.factor.eachText).waitFor()
  await check('dialog')
  await withAuthenticator(desk, async () => {
    await page.getByRole('button', { name: texts.factor.usePasskey }).click()
    await page.getByText(texts.operator.resetProposed.replace('{login}', login)).waitFor()
  })
  await page.getByText(texts.operator.resetMine).waitFor()
  await check('operators')
}

async function blockMember({ page, texts, check }: Desk, userId: string): Promise<void> {
  await goTo(page, texts.frame.members)
  await page.getByRole('textbox', { name: texts.common.search }).fill(userId)
  await page.getByRole('button', { name: exactly(userId) }).click()
  const detail = page.getByRole('complementary')
  await detail.getByRole('button', { name: texts.member.block, exact: true }).click()
  await page.getByLabel(texts.operator.reason, { exact: true }).fill('Identity check')
  await check('block')
  await page.getByRole('button', { name: texts.member.blockSubmit }).click()
  await detail.getByRole('button', { name: texts.member.unblock }).waitFor()
  await check('blocked-member')
  await detail.getByRole('button', { name: texts.member.unblock }).click()
  await page.getByLabel(texts.operator.reason, { exact: true }).fill('Checked')
  await page.getByRole('button', { name: texts.member.unblockSubmit }).click()
  await detail.getByRole('button', { name: texts.member.block, exact: true }).waitFor()
}
