import { randomInt } from 'node:crypto'
import { bankNameIn } from '#domain/bank-names.ts'
import { enterOffice, goTo } from './operators.ts'
import { asGuest, asMember, callAs, expectSame, type Scene, type Setup } from './scene.ts'
import { exactly, officeTexts, type StoryLocale } from './texts.ts'

/** Registrations of persons whom the installation knows already. */

/** Called at every state worth a screenshot. */
type Seen = (name: string, scene?: Scene) => Promise<void>

type Form = { id: string; nick: string; owner: string; phone: string; birth: string; account: string }

/**
 * An excluded member registers again: with all their values, the telephone typed differently, they are referred to the
 * contact; with the same name and birth date only, the office sees it and approves after a confirmation.
 */
export async function registerAgain(setup: Setup, seen: Seen = async () => {}): Promise<void> {
  const digits = String(randomInt(10_000_000, 99_999_999))
  const letters = Array.from(digits.slice(0, 6), (digit) => 'abcdefghjk'.charAt(Number(digit))).join('')
  const known = {
    phone: `010${digits}`,
    bankNumber: `1105${digits}`,
    bankOwner: `홍길${'가나다라마바사아자차'.charAt(Number(digits[7]))}`,
  }
  const birth = `19${digits.slice(0, 2)}-03-04`
  const member = { ...known, birth }
  await asMember(
    setup,
    async (scene) => {
      const answer = await callAs(scene, 'exclude-me', { lasts: '1y', pw: scene.member.password })
      expectSame('the exclusion', answer['status'], 'success')
    },
    { member },
  )
  const form: Form = {
    id: `twice${letters}`,
    nick: `twice${letters}`,
    owner: known.bankOwner,
    phone: `+82 10 ${digits.slice(0, 4)} ${digits.slice(4)}`,
    birth: birth.replaceAll('-', ''),
    account: known.bankNumber,
  }
  await asGuest(setup, async (scene) => {
    await register(scene, form)
    const { page, t } = scene
    await page.getByRole('heading', { level: 1, name: t('registration.contactTitle') }).waitFor()
    await page.getByText(t('registration.contactText')).waitFor()
    const address = await page.getByRole('main').getByRole('link', { name: '@' }).getAttribute('href')
    expectSame('the contact', address, 'mailto:support@nocturne.example')
    await scene.check('a registration that cannot be completed online')
    await seen('register-contact', scene)
  })
  await asGuest(setup, async (scene) => {
    const another = (Number(digits[0]) % 9) + 1
    await register(scene, { ...form, phone: `010${another}${digits.slice(1)}`, account: `2205${digits}` })
    await scene.page.getByRole('heading', { level: 1, name: scene.t('registration.pendingTitle') }).waitFor()
  })
  await approveAfterChecking(setup, form.id)
}

async function approveAfterChecking(setup: Setup, userId: string): Promise<void> {
  const locale: StoryLocale = setup.locale === 'ko' ? 'ko' : 'en'
  const { frame, registration } = officeTexts(locale)
  const { page, close, expectNoFaults } = await enterOffice(
    { program: setup.program, locale },
    setup.browser,
    'support',
  )
  try {
    await goTo(page, frame.registrations)
    const row = page.getByRole('row').filter({ hasText: userId })
    await row.getByText(registration.needsCheck).waitFor()
    await row.getByText(registration.restricted).waitFor()
    await row.getByRole('button', { name: registration.approveFor.replace('{userId}', userId) }).click()
    const dialog = page.getByRole('dialog', { name: exactly(registration.confirmTitle) })
    await dialog.getByText(registration.confirmText).waitFor()
    await dialog.getByRole('button', { name: registration.confirmSubmit }).click()
    await page.getByText(registration.approved.replace('{userId}', userId)).waitFor()
    expectNoFaults()
  } finally {
    await close()
  }
}

async function register(scene: Scene, form: Form): Promise<void> {
  const { page, t, locale } = scene
  const fill = (field: string, value: string): Promise<void> =>
    page.getByLabel(t(`registration.${field}`), { exact: true }).fill(value)
  const next = (): Promise<void> => page.getByRole('button', { name: t('common.next'), exact: true }).click()
  await scene.open('/register')
  await fill('id', form.id)
  await fill('password', 'lacquer-and-gilt-71')
  await fill('passwordAgain', 'lacquer-and-gilt-71')
  await fill('nick', form.nick)
  await next()
  await fill('owner', form.owner)
  await fill('phone', form.phone)
  await fill('birth', form.birth)
  const bank = bankNameIn('우리은행', locale)
  await page.getByRole('combobox', { name: t('registration.bank') }).fill(bank)
  await page.getByRole('option', { name: bank }).click()
  await fill('account', form.account)
  await next()
  await fill('pin', '5294')
  for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: t('registration.submit'), exact: true }).click()
}
