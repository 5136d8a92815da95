import type { Locator } from 'playwright-core'
import { exactly } from '../texts.ts'
import type { DeskName } from './desks.ts'
import { hours, withClosedGame, withFaults, withReturns, type Row } from './books-states.ts'
import { withOwed } from './owed-states.ts'
import { changeAnswer, failCalls, holdCalls, main, openOffice, type Scene, type Screen } from './scene.ts'

type Steps = NonNullable<Screen['steps']>

/** A screen of the manager, or of another desk, at a page of the office. */
function screen(
  name: string,
  path: string,
  steps?: Steps,
  more: { who?: DeskName; before?: Steps; windowOnly?: boolean } = {},
): Screen<DeskName> {
  const { who = 'manager', ...rest } = more
  return { name: `office-${name}`, who, path, ...(steps !== undefined && { steps }), ...rest }
}

const dialog = { windowOnly: true } as const

/** Screens of the office. */
export const officeScreens: readonly Screen<DeskName>[] = [
  screen('sign-in', '/', undefined, { who: 'signed-out' }),
  screen('sign-in-wrong', '/', signInWrongly, { who: 'signed-out' }),
  screen('sign-in-code', '/', (scene) => press(scene, 'signIn.enrol'), { who: 'signed-out' }),
  screen('enrol', '/', undefined, { who: 'unenrolled' }),
  screen('enrol-app', '/', enrolApp, { who: 'unenrolled' }),
  screen('enrol-passkey', '/', choosePasskey, { who: 'unenrolled' }),
  screen('queue', '/queue'),
  screen('queue-deposit', '/queue', pick(/1,250,000/)),
  screen('queue-withdrawal', '/queue', pick(/480,000/)),
  screen('queue-approve', '/queue', approveDeposit('1250000'), dialog),
  screen('queue-approve-more', '/queue', approveDeposit('1300000'), dialog),
  screen('queue-approve-less', '/queue', approveDeposit('1200000'), dialog),
  screen('queue-first-approval', '/queue', byKeys(/480,000/, 'a'), dialog),
  screen('queue-owed', '/queue', pick(/480,000/), { before: withOwed }),
  screen('queue-owed-approve', '/queue', byKeys(/480,000/, 'a'), { before: withOwed, ...dialog }),
  screen('queue-reject', '/queue', byKeys(/480,000/, 'r'), dialog),
  screen('queue-message', '/queue', byKeys(/480,000/, 'n'), dialog),
  screen('queue-keys', '/queue', (scene) => scene.page.keyboard.press('?'), dialog),
  screen('queue-decided', '/queue', show('moneyRequest.show', 'moneyRequest.decided')),
  screen('queue-nothing-found', '/queue', searchNothing),
  screen('queue-loading', '/queue', undefined, { before: holdCalls('get-requests') }),
  screen('queue-failed', '/queue', undefined, { before: failCalls(500, 'get-requests') }),
  screen('queue-stopped', '/queue', pick(/480,000/), {
    before: changeAnswer('me', () => ({ moneyOutStoppedSince: hours(2) })),
  }),
  screen('own-reset', '/queue', undefined, {
    before: changeAnswer('me', () => ({ ownReset: { at: hours(3), by: 'chief', decidedBy: null } })),
  }),
  screen('help', '/help'),
  screen('help-open', '/help', openInquiry),
  screen('help-empty', '/help', searchNothing),
  screen('registrations', '/registrations'),
  screen('registrations-confirm', '/registrations', confirmDuplicate, dialog),
  screen('registrations-reject', '/registrations', rejectRegistration, dialog),
  screen('registrations-empty', '/registrations', undefined, {
    before: changeAnswer('get-registrations', () => ({ registrations: [], maxCount: 0 })),
  }),
  screen('resets', '/resets'),
  screen('resets-open', '/resets', pick(/moonlight/)),
  screen('resets-code', '/resets', issueCode),
  screen('resets-two', '/resets', verify, { before: changeAnswer('get-password-resets', byTwo) }),
  screen('resets-empty', '/resets', undefined, {
    before: changeAnswer('get-password-resets', () => ({ resets: [], maxCount: 0 })),
  }),
  screen('corrections', '/corrections'),
  screen('corrections-own', '/corrections', pick(/moonlight/)),
  screen('corrections-decide', '/corrections', pick(/moonlight/), { who: 'chief' }),
  screen('corrections-refuse', '/corrections', refuseCorrection, { who: 'chief', ...dialog }),
  screen('corrections-decided', '/corrections', decidedCorrection),
  screen('audit', '/audit'),
  screen('audit-open', '/audit', openAct),
  screen('audit-nothing-found', '/audit', searchAudit),
  screen('audit-loading', '/audit', undefined, { before: holdCalls('get-audit') }),
  screen('audit-failed', '/audit', undefined, { before: failCalls(500, 'get-audit') }),
  screen('members', '/members'),
  screen('members-open', '/members', openMember('memberId')),
  screen('members-alike', '/members', openMember('alikeId')),
  screen('members-blocked', '/members', openMember('blockedId')),
  screen('members-block', '/members', actOn('memberId', 'member.block'), dialog),
  screen('members-change-block', '/members', actOn('blockedId', 'member.changeBlock'), dialog),
  screen('members-unblock', '/members', actOn('blockedId', 'member.unblock'), dialog),
  screen('members-end', '/members', actOn('memberId', 'member.endSessions'), dialog),
  screen('members-correct', '/members', actOn('memberId', 'approval.propose'), dialog),
  screen('members-nobody', '/members', searchNothing),
  screen('messages', '/notes'),
  screen('notices', '/notices'),
  screen('notices-write', '/notices', (scene) => press(scene, 'notice.newNotice'), dialog),
  screen('notices-popup', '/notices', writePopup, dialog),
  screen('notices-empty', '/notices', undefined, {
    before: changeAnswer('get-notices', () => ({ notices: [], maxCount: 0 })),
  }),
  screen('maintenance', '/maintenance'),
  screen('books', '/books'),
  screen('books-run', '/books', pickFirst),
  screen('books-stopped', '/books', pickFirst, { before: withFaults }),
  screen('books-closed-game', '/books', undefined, { before: withClosedGame }),
  screen('books-returns', '/books', undefined, { before: withReturns }),
  screen('operators', '/operators'),
  screen('operators-sums', '/operators', undefined, { before: withSums }),
  screen('operators-sums-empty', '/operators', undefined, {
    before: changeAnswer('get-operator-sums', () => ({ sums: [] })),
  }),
  screen('operators-sums-failed', '/operators', undefined, { before: failCalls(500, 'get-operator-sums') }),
  screen('operators-open', '/operators', pick(/cashier/)),
  screen('operators-end', '/operators', onOperator('cashier', 'operator.endSessions'), dialog),
  screen('operators-propose', '/operators', onOperator('cashier', 'operator.reset'), dialog),
  screen('operators-decide', '/operators', pick(/minseo/)),
  screen('operators-refuse', '/operators', onOperator('minseo', 'operator.refuse'), dialog),
  screen('operators-proposed', '/operators', pick(/minseo/), { who: 'chief' }),
  screen('operators-reset-done', '/operators', pick(/minseo/), {
    before: changeAnswer('get-operators', (answer) => ({ operators: (answer['operators'] as Row[]).map(wasReset) })),
  }),
  screen('account', '/account'),
  screen('account-factors', '/account', undefined, { before: changeAnswer('get-factors', withFactors) }),
  screen('account-remove', '/account', (scene) => press(scene, 'factor.remove'), {
    before: changeAnswer('get-factors', withFactors),
    ...dialog,
  }),
  screen('account-add', '/account', (scene) => press(scene, 'factor.add'), dialog),
  screen('account-password', '/account', (scene) => press(scene, 'factor.password'), dialog),
  screen('page-lost', '/queue', losePage),
]

const t = ({ t: translate }: Scene, key: string): string => translate(`office.${key}`)

/** Clicks a button of the page or its dialog; a reset names its operator. */
async function press(scene: Scene, key: string, within: Locator = main(scene)): Promise<void> {
  await within
    .getByRole('button', { name: exactly(t(scene, key)) })
    .first()
    .click()
  await scene.page.waitForTimeout(300)
}

const detail = ({ page }: Scene): Locator => page.getByRole('complementary')

/** Opens a row of the list. */
function pick(text: RegExp): Steps {
  return async (scene) => {
    await main(scene).getByRole('row').filter({ hasText: text }).getByRole('button').first().click()
    await detail(scene).getByRole('heading', { level: 2 }).waitFor()
    await scene.page.waitForTimeout(400)
  }
}

async function pickFirst(scene: Scene): Promise<void> {
  await main(scene).getByRole('row').nth(1).getByRole('button').first().click()
  await detail(scene).getByRole('heading', { level: 2 }).waitFor()
  await scene.page.waitForTimeout(400)
}

function byKeys(text: RegExp, key: string): Steps {
  return async (scene) => {
    await pick(text)(scene)
    await takeIt(scene)
    await scene.page.keyboard.press(key)
    await scene.page.getByRole('dialog').waitFor()
  }
}

/** Claims the request unless the operator has it already. */
async function takeIt(scene: Scene): Promise<void> {
  for (const key of ['moneyRequest.claim', 'moneyRequest.takeOver']) {
    // Its shortcut is part of the button's name.
    const button = detail(scene).getByRole('button', { name: exactly(t(scene, key)) })
    if (!(await button.isVisible())) continue
    await button.click()
    await detail(scene)
      .getByRole('button', { name: exactly(t(scene, 'moneyRequest.release')) })
      .waitFor()
    return
  }
}

function approveDeposit(received: string): Steps {
  return async (scene) => {
    await byKeys(/1,250,000/, 'a')(scene)
    await scene.page
      .getByRole('dialog')
      .getByLabel(exactly(t(scene, 'moneyRequest.received')))
      .fill(received)
    await scene.page.waitForTimeout(300)
  }
}

function show(label: string, option: string): Steps {
  return async (scene) => {
    const { page } = scene
    const select = page.getByRole('combobox', { name: t(scene, label), exact: true })
    await ((await select.isVisible())
      ? select.selectOption({ label: t(scene, option) })
      : page.getByText(t(scene, option), { exact: true }).first().click())
    await page.waitForTimeout(600)
  }
}

async function searchNothing(scene: Scene): Promise<void> {
  await main(scene).getByRole('textbox').first().fill('qqqq')
  await scene.page.waitForTimeout(900)
}

async function signInWrongly(scene: Scene): Promise<void> {
  const { page } = scene
  await page.locator('input[name=login]').fill('manager')
  await page.locator('input[name=password]').fill('not-the-password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
}

async function enrolApp(scene: Scene): Promise<void> {
  await press(scene, 'factor.beginTotp', scene.page.locator('body'))
  await scene.page.getByRole('img', { name: t(scene, 'factor.qr') }).waitFor()
}

async function choosePasskey(scene: Scene): Promise<void> {
  await scene.page.getByRole('combobox', { name: t(scene, 'factor.kind') }).selectOption('passkey')
  await scene.page.waitForTimeout(200)
}

async function openInquiry(scene: Scene): Promise<void> {
  await pickFirst(scene)
  const open = detail(scene).getByRole('button', { name: t(scene, 'help.start'), exact: true })
  if (await open.isVisible()) await open.click()
  await scene.page.waitForTimeout(600)
}

async function confirmDuplicate(scene: Scene): Promise<void> {
  await main(scene).getByRole('row').filter({ hasText: 'firstsnow' }).getByRole('button').first().click()
  await scene.page.getByRole('dialog').waitFor()
}

async function rejectRegistration(scene: Scene): Promise<void> {
  await main(scene).getByRole('row').filter({ hasText: 'riverside' }).getByRole('button').last().click()
  const open = scene.page.getByRole('dialog')
  await open.waitFor()
  await press(scene, 'registration.rejectSubmit', open)
}

async function verify(scene: Scene): Promise<void> {
  await pick(/moonlight/)(scene)
  await press(scene, 'passwordReset.verify', detail(scene))
  await detail(scene).getByText(t(scene, 'passwordReset.callText')).waitFor()
}

async function issueCode(scene: Scene): Promise<void> {
  await verify(scene)
  await press(scene, 'passwordReset.issue', detail(scene))
  await detail(scene).getByText(t(scene, 'passwordReset.code'), { exact: true }).waitFor()
}

/** As where the brand takes two operators for a code. */
function byTwo(answer: Row): Row {
  const until = hours(-40)
  const resets = (answer['resets'] as Row[]).map((one) => ({
    ...one,
    takesTwo: true,
    proposal: { by: 'minseo', mine: false, until },
  }))
  return { resets }
}

async function refuseCorrection(scene: Scene): Promise<void> {
  await pick(/moonlight/)(scene)
  await press(scene, 'approval.refuse', detail(scene))
  await scene.page.getByRole('dialog').waitFor()
}

async function decidedCorrection(scene: Scene): Promise<void> {
  await show('approval.show', 'approval.decided')(scene)
  await pickFirst(scene)
}

function openMember(who: 'memberId' | 'blockedId' | 'alikeId'): Steps {
  return async (scene) => {
    const desks = await scene.world.desks()
    await openOffice(scene, `/members/${desks[who]}`)
    await detail(scene).getByRole('heading', { level: 2 }).waitFor()
    await scene.page.waitForTimeout(400)
  }
}

function actOn(who: 'memberId' | 'blockedId', key: string): Steps {
  return async (scene) => {
    await openMember(who)(scene)
    await detail(scene)
      .getByRole('button', { name: t(scene, key), exact: true })
      .click()
    await scene.page.getByRole('dialog').waitFor()
  }
}

function onOperator(login: string, key: string): Steps {
  return async (scene) => {
    await pick(new RegExp(login))(scene)
    await detail(scene)
      .getByRole('button', { name: t(scene, key), exact: true })
      .click()
    await scene.page.getByRole('dialog').waitFor()
  }
}

/** Sums that an office reaches in 30 days only: what one operator credited and paid alone, marked from five times on. */
async function withSums(scene: Scene): Promise<void> {
  const sum = (login: string, credited: string, more: Row): Row => ({
    id: `00000000-0000-7000-8000-${login.length.toString().padStart(12, '0')}`,
    login,
    name: login,
    brand: 'nocturne',
    credited,
    corrected: '0',
    paid: '0',
    members: 1,
    bothWays: '0',
    bothWaysMembers: 0,
    withoutPlay: 0,
    marked: false,
    ...more,
  })
  const sums = [
    sum('minseo', '184500000', {
      paid: '143200000',
      members: 212,
      corrected: '45000',
      bothWays: '51300000',
      bothWaysMembers: 64,
      withoutPlay: 41,
      marked: true,
    }),
    sum('cashier', '92750000', {
      paid: '61000000',
      members: 98,
      bothWays: '1250000',
      bothWaysMembers: 1,
    }),
    sum('manager', '1495000', { paid: '200000', members: 1 }),
  ]
  await changeAnswer('get-operator-sums', () => ({ sums }))(scene)
}

function wasReset(operator: Row): Row {
  const reset = {
    id: operator['id'],
    state: 'approved',
    reason: '휴대폰 분실',
    by: 'chief',
    mine: false,
    at: hours(5),
    expiresAt: null,
    decidedBy: 'manager',
    decidedAt: hours(4),
  }
  return operator['login'] === 'minseo' ? { ...operator, reset } : operator
}

function withFactors(): Row {
  const factor = (kind: string, name: string, index: number, lastUsedAt: string | null): Row => ({
    id: `00000000-0000-7000-8000-00000000000${index}`,
    kind,
    name,
    createdAt: hours(900),
    lastUsedAt,
  })
  return {
    withoutFactor: false,
    factors: [factor('totp', '내 휴대폰', 1, hours(1)), factor('passkey', 'MacBook Pro 14 (Touch ID)', 2, null)],
    recoveryCodesLeft: 8,
  }
}

async function writePopup(scene: Scene): Promise<void> {
  await main(scene).getByText(t(scene, 'notice.popups'), { exact: true }).first().click()
  await press(scene, 'notice.newPopup')
}

/** A page whose code does not load. */
async function losePage(scene: Scene): Promise<void> {
  await scene.page.route('**/assets/office/members-page-*.js', (route) => route.abort())
  await scene.page.reload()
  await scene.page
    .getByRole('navigation')
    .getByRole('link', { name: exactly(t(scene, 'frame.members')) })
    .click()
  await main(scene).getByRole('alert').first().waitFor()
}

/** Opens the newest act of its list. */
async function openAct(scene: Scene): Promise<void> {
  await main(scene).getByRole('table').getByRole('button').first().click()
  await main(scene).getByRole('complementary').locator('dl').waitFor()
}

async function searchAudit(scene: Scene): Promise<void> {
  await main(scene)
    .getByLabel(exactly(t(scene, 'audit.subject')))
    .fill('nobody-at-all')
  await main(scene).getByText(t(scene, 'audit.empty')).waitFor()
}
