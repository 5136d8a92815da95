import { catalogue } from '#domain/games/catalogue.ts'
import { openTables } from '#domain/games/table/tables.ts'
import { bankNameIn } from '#domain/bank-names.ts'
import { roundRecordOf } from '#test/round-record.ts'
import { exactly } from '../texts.ts'
import { failCalls, fill, main, click, refuseCalls, see, seeDialog, settle, type Scene, type Screen } from './scene.ts'

/** Screens of a guest. */
export const guestScreens: readonly Screen[] = [
  { name: 'home-guest', who: 'guest', path: '/' },
  { name: 'home-guest-casino', who: 'guest', path: '/?type=casino' },
  { name: 'home-guest-nothing-found', who: 'guest', path: '/?q=qqqq' },
  { name: 'home-popups', who: 'guest', path: '/', before: withPopups, windowOnly: true },
  { name: 'language-offer', who: 'guest', path: '/', before: withoutLanguage, windowOnly: true },
  {
    name: 'language-offer-maintenance',
    who: 'guest',
    path: '/',
    before: async (scene) => {
      await withoutLanguage(scene)
      await maintenance(scene)
    },
    steps: seeMaintenance,
    windowOnly: true,
  },
  { name: 'language-menu', who: 'guest', path: '/', steps: openLanguages, only: 'desktop', windowOnly: true },
  { name: 'side-panel-guest', who: 'guest', path: '/', steps: openPanel, only: 'phone', windowOnly: true },
  { name: 'sign-in-dialog', who: 'guest', path: '/', steps: pressFirstTile, windowOnly: true },
  { name: 'login', who: 'guest', path: '/login' },
  { name: 'login-missing', who: 'guest', path: '/login', steps: (scene) => click(scene, 'signIn.submit') },
  { name: 'login-wrong', who: 'guest', path: '/login', steps: signInWrongly },
  {
    name: 'login-throttled',
    who: 'guest',
    path: '/login',
    before: refuseCalls('user-do-login', { status: 'throttled', retryAfter: 840 }),
    steps: signInWrongly,
  },
  {
    name: 'login-pending',
    who: 'guest',
    path: '/login',
    before: refuseCalls('user-do-login', { status: 'pending' }),
    steps: signInWrongly,
  },
  { name: 'reset', who: 'guest', path: '/reset' },
  { name: 'reset-asked', who: 'guest', path: '/reset', steps: requestReset },
  { name: 'reset-faults', who: 'guest', path: '/reset', steps: resetWrongly },
  { name: 'members-only', who: 'guest', path: '/deposit' },
  { name: 'register-1', who: 'guest', path: '/register' },
  { name: 'register-1-faults', who: 'guest', path: '/register', steps: (scene) => click(scene, 'common.next') },
  { name: 'register-1-names', who: 'guest', path: '/register', steps: chooseNames },
  { name: 'register-2', who: 'guest', path: '/register', steps: toStepTwo },
  { name: 'register-2-banks', who: 'guest', path: '/register', steps: openBanks },
  { name: 'register-3', who: 'guest', path: '/register', steps: toStepThree },
  { name: 'register-3-terms', who: 'guest', path: '/register', steps: readTerms },
  {
    name: 'register-pending',
    who: 'guest',
    path: '/register',
    before: refuseCalls('user-register', { status: 'pending' }),
    steps: finish,
  },
  {
    name: 'register-done',
    who: 'guest',
    path: '/register',
    before: refuseCalls('user-register', { status: 'success' }),
    steps: finish,
  },
  {
    name: 'register-contact',
    who: 'guest',
    path: '/register',
    before: refuseCalls('user-register', { status: 'contact', contact: 'support@nocturne.example' }),
    steps: finishUnopened,
  },
  {
    name: 'register-closed',
    who: 'guest',
    path: '/register',
    before: refuseCalls('get-reg-domain', { status: 'closed' }),
  },
  { name: 'not-found', who: 'guest', path: '/no-such-page' },
  { name: 'admin-error', who: 'guest', path: '/admin/error' },
  { name: 'admin-error-maintenance', who: 'guest', path: '/admin/error?code=503' },
  { name: 'watch-slot', who: 'guest', path: `/watch/${catalogue[0].game.code}` },
  { name: 'watch-table', who: 'guest', path: `/watch/${openTables[0]}` },
  { name: 'credits', who: 'guest', path: '/credits' },
  { name: 'fairness', who: 'guest', path: '/fairness' },
  { name: 'fairness-example', who: 'guest', path: '/fairness', steps: verifyExample },
  { name: 'fairness-no-win', who: 'guest', path: '/fairness', steps: verifyLosing },
  { name: 'fairness-series', who: 'guest', path: '/fairness', steps: verifySeries },
  {
    name: 'fairness-series-dragon',
    who: 'guest',
    path: '/fairness',
    steps: pastePublished('series.json', 3, 'notRevealed'),
  },
  { name: 'fairness-series-dice', who: 'guest', path: '/fairness', steps: pastePublished('series.json', 1, 'proven') },
  { name: 'fairness-series-wheel', who: 'guest', path: '/fairness', steps: pastePublished('series.json', 2, 'proven') },
  { name: 'fairness-series-false', who: 'guest', path: '/fairness', steps: pastePublished('series.json', 4, 'false') },
  { name: 'fairness-decisions', who: 'guest', path: '/fairness', steps: pastePublished('decisions.json', 0, 'proven') },
  {
    name: 'fairness-decisions-false',
    who: 'guest',
    path: '/fairness',
    steps: pastePublished('decisions.json', 5, 'false'),
  },
  {
    name: 'fairness-paused',
    who: 'guest',
    path: '/fairness',
    before: refuseCalls('get-fairness', {
      status: 'success',
      books: { checkedAt: '2026-11-20T01:00:00.000Z', outcome: 'faults', rounds: 123_456 },
      moneyOutStoppedSince: '2026-11-20T01:00:00.000Z',
      heads: ['2026-11-20', '2026-11-19'].map((day) => ({ day, kind: 'audit', head: '5a'.repeat(32) })),
    }),
  },
  { name: 'fairness-failed', who: 'guest', path: '/fairness', before: failCalls(500, 'get-fairness') },
  { name: 'game-guest', who: 'guest', path: '/game' },
]

async function verifyExample(scene: Scene): Promise<void> {
  await click(scene, 'fairness.form.example')
  await main(scene)
    .getByRole('heading', { name: exactly(scene.t('fairness.verdict.proven')) })
    .waitFor()
  // The pictures of the symbols come after the verdict.
  await settle(scene)
}

async function verifySeries(scene: Scene): Promise<void> {
  await click(scene, 'fairness.form.exampleSeries')
  await main(scene)
    .getByRole('heading', { name: exactly(scene.t('fairness.verdict.proven')) })
    .waitFor()
  await settle(scene)
}

/** Verifies the example with this index in a published list. */
function pastePublished(
  file: 'series.json' | 'decisions.json',
  index: number,
  verdict: 'proven' | 'false' | 'notRevealed',
): (scene: Scene) => Promise<void> {
  return async (scene) => {
    const published = new URL(`/fairness/${file}`, scene.page.url())
    const examples = (await (await scene.page.request.get(published.href)).json()) as object[]
    await fill(scene, 'fairness.form.paste', JSON.stringify(examples[index]))
    await click(scene, 'fairness.form.verify')
    await main(scene)
      .getByRole('heading', { name: exactly(scene.t(`fairness.verdict.${verdict}`)) })
      .waitFor()
    await settle(scene)
  }
}

async function verifyLosing(scene: Scene): Promise<void> {
  await fill(scene, 'fairness.form.paste', JSON.stringify(roundRecordOf('losing')))
  await click(scene, 'fairness.form.verify')
  await main(scene)
    .getByRole('heading', { name: exactly(scene.t('fairness.verdict.proven')) })
    .waitFor()
  await settle(scene)
}

async function withPopups(scene: Scene): Promise<void> {
  await scene.page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('popup-hidden:')) localStorage.removeItem(key)
  })
}

/** The browser's language differs from the page's, and none has been chosen yet. */
async function withoutLanguage({ page, context, locale }: Scene): Promise<void> {
  const other = locale === 'en' ? 'ko-KR' : 'en-US'
  await context.clearCookies({ name: 'locale' })
  await page.addInitScript((tag) => Object.defineProperty(navigator, 'languages', { get: () => [tag] }), other)
}

/** Without the socket the page polls after a while. */
export async function maintenance(scene: Scene): Promise<void> {
  await scene.page.clock.install()
  await scene.page.routeWebSocket('**/api/live', (socket) => socket.close())
  const until = new Date(Date.now() + 40 * 60_000).toISOString()
  const texts = { ko: '게임 서버를 바꾸고 있습니다.', vn: 'Chúng tôi đang thay máy chủ trò chơi.' }
  await refuseCalls('get-maintenance', { status: 'success', maintenance: { until, texts } })(scene)
}

export async function seeMaintenance(scene: Scene): Promise<void> {
  await scene.page.clock.runFor(70_000)
  await scene.page.getByText(scene.t('maintenance.title')).first().waitFor()
}

async function openLanguages({ page, t }: Scene): Promise<void> {
  await page.getByRole('button', { name: exactly(t('frame.chooseLanguage')) }).click()
}

export async function openPanel({ page, t }: Scene): Promise<void> {
  await page.getByRole('button', { name: t('frame.openMenu') }).click()
  await page.getByRole('dialog', { name: t('frame.menu') }).waitFor()
}

async function pressFirstTile(scene: Scene): Promise<void> {
  const games = scene.page.getByRole('region', { name: scene.t('home.games') })
  await games.getByRole('listitem').getByRole('button').first().click()
  await seeDialog(scene, 'signIn.title')
}

async function signInWrongly(scene: Scene): Promise<void> {
  await fill(scene, 'signIn.id', 'moonlight')
  await fill(scene, 'signIn.password', 'not-the-word-1')
  await click(scene, 'signIn.submit')
  await main(scene).getByRole('alert').filter({ hasText: /./ }).first().waitFor()
}

async function requestReset(scene: Scene): Promise<void> {
  await main(scene).getByLabel(scene.t('passwordReset.id'), { exact: true }).first().fill('nobody-here')
  await fill(scene, 'passwordReset.phone', '010-2345-6789')
  await click(scene, 'passwordReset.request')
  await see(scene, 'passwordReset.requested')
}

async function resetWrongly(scene: Scene): Promise<void> {
  await main(scene).getByLabel(scene.t('passwordReset.id'), { exact: true }).first().fill('moonlight')
  await fill(scene, 'passwordReset.code', 'ABCD-2345-WXYZ')
  await fill(scene, 'member.newPassword', 'password')
  await click(scene, 'passwordReset.submit')
}

async function chooseNames(scene: Scene): Promise<void> {
  await fill(scene, 'registration.id', 'moonlight')
  await fill(scene, 'registration.password', 'password')
  await fill(scene, 'registration.passwordAgain', 'passwords')
  await fill(scene, 'registration.nick', '달토끼')
  await see(scene, 'registration.takenId')
  await click(scene, 'common.next')
}

async function toStepTwo(scene: Scene): Promise<void> {
  await fill(scene, 'registration.id', 'newmoon7')
  await fill(scene, 'registration.password', 'lacquer-and-gilt-71')
  await fill(scene, 'registration.passwordAgain', 'lacquer-and-gilt-71')
  await fill(scene, 'registration.nick', '초승달')
  await click(scene, 'common.next')
  await seeStep(scene, 'stepPerson')
}

async function openBanks(scene: Scene): Promise<void> {
  await toStepTwo(scene)
  const banks = scene.page.getByRole('combobox', { name: scene.t('registration.bank') })
  await banks.click()
  await banks.fill(scene.locale === 'ko' ? 'ㅅ' : 'k')
  await scene.page.getByRole('option').first().waitFor()
}

async function toStepThree(scene: Scene): Promise<void> {
  await toStepTwo(scene)
  await fill(scene, 'registration.owner', '한가람')
  await fill(scene, 'registration.phone', '010-2345-6789')
  await fill(scene, 'registration.birth', '19880214')
  const bank = bankNameIn('카카오뱅크', scene.locale)
  await scene.page.getByRole('combobox', { name: scene.t('registration.bank') }).fill(bank)
  await scene.page.getByRole('option', { name: bank }).click()
  await fill(scene, 'registration.account', '3333-01-2345678')
  await click(scene, 'common.next')
  await seeStep(scene, 'stepAgree')
}

async function readTerms(scene: Scene): Promise<void> {
  await toStepThree(scene)
  await click(scene, 'registration.legal.read')
  await seeDialog(scene, 'registration.legal.termsTitle')
}

async function submitForm(scene: Scene): Promise<void> {
  await toStepThree(scene)
  await fill(scene, 'registration.pin', '5294')
  for (const box of await main(scene).getByRole('checkbox').all()) await box.check()
  await click(scene, 'registration.submit')
}

async function finish(scene: Scene): Promise<void> {
  await submitForm(scene)
  await scene.page
    .getByText('newmoon7')
    .first()
    .waitFor()
    .catch(() => undefined)
}

async function finishUnopened(scene: Scene): Promise<void> {
  await submitForm(scene)
  await see(scene, 'registration.contactText')
}

async function seeStep(scene: Scene, step: string): Promise<void> {
  await scene.page.getByRole('heading', { name: exactly(scene.t(`registration.${step}`)) }).waitFor()
}
