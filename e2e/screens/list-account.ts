import { exactly } from '../texts.ts'
import { maintenance, openPanel, seeMaintenance } from './list-guest.ts'
import type { MoneyRequest } from '#contract/money-request.ts'
import {
  changeAnswer,
  failCalls,
  fill,
  holdCalls,
  setLocalStorage,
  main,
  open,
  click,
  refuseCalls,
  see,
  seeDialog,
  settle,
  type Scene,
  type Screen,
} from './scene.ts'
import type { RequestType } from '#domain/money-request.ts'

const noAccount = { status: 'success', account: null, withdrawn: false, waitingSince: null }

/** The lines of the help page before those of the inquiries. */
const commonQuestions = 6

/** Screens of a member: the cashier, the mail, and their errors. */
export const accountScreens: readonly Screen[] = [
  { name: 'home-member', who: 'member', path: '/' },
  { name: 'home-newcomer', who: 'newcomer', path: '/' },
  { name: 'home-blocked', who: 'blocked', path: '/' },
  { name: 'home-excluded', who: 'excluded', path: '/' },
  { name: 'side-panel-member', who: 'member', path: '/', steps: openPanel, only: 'phone', windowOnly: true },
  { name: 'login-already', who: 'member', path: '/login' },
  { name: 'announce-help', who: 'member', path: '/', before: withNews('help'), steps: seeAnyDialog, windowOnly: true },
  { name: 'announce-note', who: 'member', path: '/', before: withNews('note'), steps: seeToast, windowOnly: true },
  { name: 'idle-warning', who: 'member', path: '/', before: endsSoon('idleEndsAt'), steps: seeEnd, windowOnly: true },
  { name: 'session-ends', who: 'member', path: '/', before: endsSoon('endsAt'), steps: seeEnd, windowOnly: true },
  { name: 'log-out', who: 'member', path: '/', steps: pressLogOut, windowOnly: true },
  { name: 'deposit', who: 'member', path: '/deposit' },
  { name: 'deposit-newcomer', who: 'newcomer', path: '/deposit' },
  {
    name: 'deposit-account',
    who: 'newcomer',
    path: '/deposit',
    before: withAccount,
  },
  {
    name: 'deposit-withdrawn',
    who: 'newcomer',
    path: '/deposit',
    before: refuseCalls('get-deposit-account', { ...noAccount, withdrawn: true }),
  },
  {
    name: 'deposit-faults',
    who: 'newcomer',
    path: '/deposit',
    before: withAccount,
    steps: async (scene) => {
      await click(scene, 'common.next')
      await click(scene, 'moneyRequest.deposit.apply')
    },
  },
  {
    name: 'deposit-cancel',
    who: 'member',
    path: '/deposit',
    steps: (scene) => clickAndSeeDialog(scene, 'moneyRequest.list.cancel'),
    windowOnly: true,
  },
  {
    name: 'deposit-closed',
    who: 'newcomer',
    path: '/deposit',
    before: inTurn(withAccount, refuseCalls('apply-user-deposit', { status: 'closed', opens: '2026-11-21T00:00:00Z' })),
    steps: apply('deposit'),
  },
  {
    name: 'deposit-limit',
    who: 'newcomer',
    path: '/deposit',
    before: inTurn(withAccount, refuseCalls('apply-user-deposit', { status: 'limit', remaining: '40000' })),
    steps: apply('deposit'),
  },
  { name: 'deposit-excluded', who: 'excluded', path: '/deposit' },
  { name: 'withdraw', who: 'member', path: '/withdraw' },
  { name: 'withdraw-newcomer', who: 'newcomer', path: '/withdraw' },
  {
    name: 'withdraw-faults',
    who: 'member',
    path: '/withdraw',
    before: withoutOpenRequest,
    steps: (scene) => click(scene, 'moneyRequest.withdraw.apply'),
  },
  {
    name: 'withdraw-confirm',
    who: 'member',
    path: '/withdraw',
    before: withoutOpenRequest,
    steps: apply('withdraw'),
    windowOnly: true,
  },
  { name: 'withdraw-blocked', who: 'blocked', path: '/withdraw' },
  { name: 'comp', who: 'member', path: '/comp' },
  { name: 'comp-newcomer', who: 'newcomer', path: '/comp' },
  { name: 'comp-convert', who: 'member', path: '/comp', steps: convert, windowOnly: true },
  { name: 'help', who: 'member', path: '/help' },
  { name: 'help-open', who: 'member', path: '/help', steps: openLine(commonQuestions + 2) },
  { name: 'help-newcomer', who: 'newcomer', path: '/help' },
  { name: 'help-no-title', who: 'newcomer', path: '/help', steps: (scene) => click(scene, 'help.send') },
  { name: 'help-no-contents', who: 'newcomer', path: '/help', steps: write('문의합니다', '') },
  { name: 'help-confirm', who: 'newcomer', path: '/help', steps: write('문의합니다', '내용입니다'), windowOnly: true },
  {
    name: 'help-sent',
    who: 'newcomer',
    path: '/help',
    before: refuseCalls('user-write-help', { status: 'success', id: '0' }),
    steps: send,
    windowOnly: true,
  },
  {
    name: 'help-failed',
    who: 'newcomer',
    path: '/help',
    before: refuseCalls('user-write-help', { status: 'fail' }),
    steps: send,
    windowOnly: true,
  },
  {
    name: 'help-delete-all',
    who: 'member',
    path: '/help',
    steps: (scene) => clickAndSeeDialog(scene, 'help.deleteAll'),
    windowOnly: true,
  },
  { name: 'note', who: 'member', path: '/note' },
  { name: 'note-open', who: 'member', path: '/note', steps: openLine(0) },
  { name: 'note-newcomer', who: 'newcomer', path: '/note' },
  { name: 'notice', who: 'member', path: '/notice' },
  { name: 'notice-open', who: 'member', path: '/notice', steps: openLine(0) },
  { name: 'notice-gone', who: 'member', path: '/notice?id=01a00000-0000-7000-8000-000000000000' },
  { name: 'user', who: 'member', path: '/user' },
  { name: 'user-newcomer', who: 'newcomer', path: '/user' },
  { name: 'user-calendar', who: 'member', path: '/user', steps: openCalendar, windowOnly: true },
  { name: 'user-statement', who: 'member', path: '/user/statement' },
  { name: 'user-statement-newcomer', who: 'newcomer', path: '/user/statement' },
  {
    name: 'user-month',
    who: 'member',
    path: '/user/statement',
    steps: (scene) => click(scene, 'statement.month'),
  },
  { name: 'user-account', who: 'member', path: '/user/account' },
  { name: 'user-security', who: 'member', path: '/user/security' },
  { name: 'user-end-session', who: 'member', path: '/user/security', steps: endSession, windowOnly: true },
  { name: 'user-excluded', who: 'excluded', path: '/user' },
  { name: 'help-round', who: 'member', path: '/help', steps: askAboutRound },
  { name: 'limits', who: 'member', path: '/limits' },
  { name: 'limits-newcomer', who: 'newcomer', path: '/limits' },
  { name: 'limits-dialog', who: 'member', path: '/limits', steps: changeLimit(''), windowOnly: true },
  { name: 'limits-raise', who: 'member', path: '/limits', steps: changeLimit('9000000'), windowOnly: true },
  { name: 'limits-break', who: 'newcomer', path: '/limits', steps: takeBreak, windowOnly: true },
  { name: 'limits-exclude', who: 'newcomer', path: '/limits', steps: excludeMe, windowOnly: true },
  { name: 'limits-away', who: 'excluded', path: '/limits' },
  { name: 'maintenance', who: 'newcomer', path: '/note', before: maintenance, steps: seeMaintenance, windowOnly: true },
  {
    name: 'loading',
    who: 'member',
    path: '/deposit',
    before: holdCalls('get-member', 'get-money-requests', 'get-deposit-account'),
  },
  {
    name: 'failed',
    who: 'member',
    path: '/deposit',
    before: failCalls(500, 'get-member', 'get-money-requests', 'get-deposit-account'),
    steps: seeFailure,
  },
  {
    name: 'failed-busy',
    who: 'member',
    path: '/notice',
    before: failCalls(429, 'get-user-notices'),
    steps: seeFailure,
  },
  {
    name: 'failed-maintenance',
    who: 'member',
    path: '/comp',
    before: failCalls(503, 'get-comp-list'),
    steps: seeFailure,
  },
  { name: 'offline', who: 'member', path: '/note', before: offlineCalls('get-user-note'), steps: seeFailure },
  {
    name: 'session-over',
    who: 'newcomer',
    path: '/help',
    before: expired('user-write-help'),
    steps: sendAfterEnd,
    windowOnly: true,
  },
  { name: 'broken', who: 'member', path: '/', before: withoutChunks, steps: goBroken },
]

/** The account to pay into has been answered. */
async function withAccount(scene: Scene): Promise<void> {
  const contents = `${scene.t('moneyRequest.deposit.steps.account')}: 110-123-456789\nAB23CD`
  const account = { helpId: '0', contents, date: '2026-11-20T03:00:00Z', read: true }
  await refuseCalls('get-deposit-account', { ...noAccount, account })(scene)
}

/** Leaves the open requests out of the list, so that the form is there. */
async function withoutOpenRequest(scene: Scene): Promise<void> {
  const isDecided = ({ status }: MoneyRequest): boolean => status === 'already' || status === 'cansel'
  await changeAnswer('get-money-requests', ({ balances }) => ({
    balances: (balances as MoneyRequest[]).filter(isDecided),
  }))(scene)
}

function inTurn(...acts: ((scene: Scene) => Promise<void>)[]): (scene: Scene) => Promise<void> {
  return async (scene) => {
    for (const act of acts) await act(scene)
  }
}

async function openCalendar(scene: Scene): Promise<void> {
  const name = scene.t('history.calendar.open', { field: scene.t('history.from') })
  await main(scene).getByRole('button', { name, exact: true }).click()
  await main(scene).locator('dialog:popover-open').waitFor()
}

async function endSession(scene: Scene): Promise<void> {
  await main(scene)
    .getByRole('button', { name: scene.t('signInSessions.end'), exact: true })
    .or(main(scene).getByText(scene.t('signInSessions.end'), { exact: true }))
    .first()
    .click()
  await seeAnyDialog(scene)
}

/** Opens an inquiry about a bet from the list of bets. */
async function askAboutRound(scene: Scene): Promise<void> {
  await open(scene, `/help?round=${scene.world.roundId}`)
  await see(scene, 'help.leaveRound')
}

/** Opens the first limit's dialog; with an amount, shows its effect. */
function changeLimit(amount: string): (scene: Scene) => Promise<void> {
  return async (scene) => {
    await main(scene).getByRole('listitem').getByRole('button').first().click()
    await seeAnyDialog(scene)
    const dialog = scene.page.getByRole('dialog')
    if (amount !== '') await dialog.getByRole('textbox').fill(amount)
    else await click(scene, 'limit.dialog.save', dialog)
  }
}

async function takeBreak(scene: Scene): Promise<void> {
  const lasts = scene.t('limit.lengths.7d')
  await main(scene).getByRole('radio', { name: lasts, exact: true }).check()
  await main(scene)
    .getByRole('button', { name: scene.t('limit.break.submit', { lasts }) })
    .click()
  await seeAnyDialog(scene)
}

async function excludeMe(scene: Scene): Promise<void> {
  await main(scene)
    .getByRole('radio', { name: scene.t('limit.lengths.1y'), exact: true })
    .check()
  await clickAndSeeDialog(scene, 'limit.exclude.open')
}

async function clickAndSeeDialog(scene: Scene, key: string): Promise<void> {
  await click(scene, key)
  await seeAnyDialog(scene)
}

export async function seeAnyDialog({ page }: Scene): Promise<void> {
  await page.getByRole('dialog').first().waitFor()
}

/** One more unread reply or note than was announced last, regardless of what other screens have read. */
function withNews(kind: 'help' | 'note'): (scene: Scene) => Promise<void> {
  return async (scene) => {
    await setLocalStorage(({ world }) => ({ [`announced:${world.userIds.member}`]: '{"help":0,"note":0}' }))(scene)
    await overrideHealthCheck(scene, { helpCount: 0, noteCount: 0, [`${kind}Count`]: 1 })
  }
}

/** Replaces these fields in the responses of the health check. */
async function overrideHealthCheck({ page }: Scene, fields: Record<string, unknown>): Promise<void> {
  await page.route('**/api/routes/user-health-check', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...fields } })
  })
}

/** Makes the session end soon. */
function endsSoon(which: 'endsAt' | 'idleEndsAt'): (scene: Scene) => Promise<void> {
  return async (scene) => {
    await scene.page.clock.install()
    await overrideHealthCheck(scene, { [which]: new Date(Date.now() + 45_000).toISOString() })
  }
}

async function seeEnd(scene: Scene): Promise<void> {
  // No call since the check, because a call extends an idle session.
  await scene.page.evaluate(() => localStorage.removeItem('last-act'))
  await scene.page.clock.runFor(8_000)
  await seeAnyDialog(scene)
}

async function pressLogOut(scene: Scene): Promise<void> {
  if (scene.phone) await openPanel(scene)
  await scene.page
    .getByRole('button', { name: scene.t('frame.logout'), exact: true })
    .last()
    .click()
  await seeDialog(scene, 'messages.msg2216')
}

/** Fills in the cashier's form and submits it. */
function apply(what: RequestType): (scene: Scene) => Promise<void> {
  return async (scene) => {
    if (what === 'deposit') await click(scene, 'common.next')
    await main(scene).getByRole('button', { name: /^\+/, disabled: false }).last().click()
    if (what === 'withdraw') await fill(scene, 'moneyRequest.form.pin', '5294')
    await click(scene, `moneyRequest.${what}.apply`)
    if (what === 'withdraw') await seeAnyDialog(scene)
    else await main(scene).locator('form').getByRole('alert').filter({ hasText: /./ }).first().waitFor()
  }
}

async function convert(scene: Scene): Promise<void> {
  await click(scene, 'moneyRequest.form.all')
  await click(scene, 'comp.convert')
  await seeAnyDialog(scene)
}

/** Opens an item of a list: an inquiry, a note, a notice. */
function openLine(index: number): (scene: Scene) => Promise<void> {
  return async (scene) => {
    const line = main(scene).locator('li > button[aria-expanded]').nth(index)
    await line.click()
    await scene.page.locator('li > button[aria-expanded=true]').waitFor()
    await settle(scene)
  }
}

function write(title: string, contents: string): (scene: Scene) => Promise<void> {
  return async (scene) => {
    await fill(scene, 'help.subject', title)
    await fill(scene, 'help.contents', contents)
    await click(scene, 'help.send')
    if (contents === '') await see(scene, 'messages.msg2025')
    else await seeDialog(scene, 'messages.msg2222')
  }
}

async function send(scene: Scene): Promise<void> {
  await write('문의합니다', '내용입니다')(scene)
  await click(scene, 'help.send', scene.page.getByRole('dialog'))
  await scene.page.getByRole('dialog').waitFor({ state: 'detached' })
  await seeToast(scene)
}

async function seeToast({ page, t }: Scene): Promise<void> {
  const toasts = page.getByRole('region', { name: t('common.notifications') })
  await toasts.getByRole('listitem').first().waitFor()
}

async function sendAfterEnd(scene: Scene): Promise<void> {
  await write('문의합니다', '내용입니다')(scene)
  await click(scene, 'help.send', scene.page.getByRole('dialog'))
  await seeDialog(scene, 'signIn.title')
}

function expired(name: string): (scene: Scene) => Promise<void> {
  return failCalls(401, name)
}

function offlineCalls(name: string): (scene: Scene) => Promise<void> {
  return async ({ page }) => {
    await page.route(`**/api/routes/${name}`, (route) => route.abort('internetdisconnected'))
  }
}

/** Some errors are retried twice before they are shown. */
async function seeFailure(scene: Scene): Promise<void> {
  await main(scene).getByRole('alert').filter({ hasText: /./ }).first().waitFor()
}

async function withoutChunks({ page }: Scene): Promise<void> {
  await page.route('**/assets/member/comp-page*', (route) => route.abort('internetdisconnected'))
}

async function goBroken(scene: Scene): Promise<void> {
  if (scene.phone) await openPanel(scene)
  await scene.page
    .getByRole('navigation', { name: scene.t('frame.menu') })
    .last()
    .getByRole('link', { name: exactly(scene.t('menu.comp')) })
    .click()
  await see(scene, 'problem.title')
}
