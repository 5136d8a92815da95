import { signEach } from '../scripts/signed-pool.ts'
import type { Locator } from 'playwright-core'
import { wholeUnits } from '#domain/money.ts'
import { loadConfig } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { createPool } from '#server/db/pool.ts'
import { enterTransferProvider } from '#server/seed/transfer-provider.ts'
import { openFakeProvider } from '../scripts/fake-transfer-provider.ts'
import { asGuest, asMember, callAs, expectSame, until, type MemberScene, type Setup } from './scene.ts'
import { openAnySlot } from '#test/any-slot.ts'

/** Limits, breaks and self-exclusion of a member, and money at a transfer-wallet provider. */

/** Called at every state worth a screenshot. */
type Seen = (name: string) => Promise<void>

/** A limit takes effect at once when set or lowered; a raise needs a day and a confirmation and can be withdrawn. */
export async function ownLimits(setup: Setup, seen: Seen = async () => {}): Promise<void> {
  await asGuest(setup, async (scene) => {
    await scene.open('/limits')
    await scene.page.getByRole('heading', { name: scene.t('messages.msg2001') }).waitFor()
  })
  await asMember(setup, async (scene) => {
    const { page, t } = scene
    await scene.open('/user')
    await page
      .getByRole('navigation', { name: t('member.title') })
      .getByRole('link', { name: t('member.tabs.limits') })
      .click()
    await page.getByRole('heading', { level: 2, name: t('limit.title') }).waitFor()
    const rule = ruleOf(scene, 'deposit', 'day')
    await rule.getByText(t('limit.rule.none')).waitFor()
    await scene.check('limits')
    await seen('limits-empty')

    await rule.getByRole('button').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('limit.dialog.save') })
      .click()
    await page.getByRole('dialog').getByText(t('limit.dialog.required')).waitFor()
    await fillAmount(scene, '100000')
    await scene.check('limit dialog')
    await clickInDialog(scene, t('limit.dialog.save'))
    await expectText(scene, t('limit.dialog.saved'))
    await rule.getByText('100,000').or(rule.getByText('100.000')).first().waitFor()

    await rule.getByText(t('limit.rule.remaining', { remaining: money(scene, 100_000) })).waitFor()
    const over = await callAs(scene, 'apply-user-deposit', { balance: '110000' })
    expectSame('a deposit over the limit', over, { status: 'limit', remaining: '100000' })
    await rule.getByRole('button').click()
    await fillAmount(scene, '200000')
    await page.getByRole('dialog').getByText(t('limit.dialog.higher')).waitFor()
    await seen('limits-raise-dialog')
    await clickInDialog(scene, t('limit.dialog.request'))
    await rule.getByRole('button', { name: t('limit.raise.withdraw') }).waitFor()
    expectSame(
      'buttons to confirm too early',
      await rule.getByRole('button', { name: t('limit.raise.confirm') }).count(),
      0,
    )
    await rule.getByRole('button', { name: t('limit.raise.withdraw') }).click()
    await expectText(scene, t('limit.dialog.withdrawn'))
    await rule.getByRole('button', { name: t('limit.raise.withdraw') }).waitFor({ state: 'detached' })

    await callAs(scene, 'set-limit', { kind: 'deposit', period: 'day', most: '200000' })
    await callAs(scene, 'set-limit', { kind: 'session_time', period: 'day', most: '90' })
    await callAs(scene, 'set-limit', { kind: 'loss', period: 'month', most: '300000' })
    await asOwner(scene, `UPDATE limit_raise SET effective_from = now() - interval '1 hour' WHERE member_id = $1`)
    await scene.open('/limits')
    await seen('limits-full')
    await scene.check('limits with a raise to confirm')
    await rule.getByRole('button', { name: t('limit.raise.confirm') }).click()
    await page.getByRole('dialog').getByText(t('limit.raise.confirmText')).waitFor()
    await clickInDialog(scene, t('limit.raise.confirm'))
    await expectText(scene, t('limit.dialog.saved'))
    await rule.getByText(t('limit.rule.remaining', { remaining: money(scene, 200_000) })).waitFor()
  })
}

/** A break with a confirmation, then self-exclusion with the password. What stays open is listed and works. */
export async function breakAndExclusion(setup: Setup, seen: Seen = async () => {}): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, t } = scene
      await scene.open('/limits')
      const lasts = t('limit.lengths.7d')
      await page.getByRole('radio', { name: lasts, exact: true }).check()
      await page.getByRole('button', { name: t('limit.break.submit', { lasts }) }).click()
      await page.getByRole('dialog').getByText(t('limit.break.text')).waitFor()
      await seen('limits-break-dialog')
      await clickInDialog(scene, t('limit.break.submit', { lasts }))
      await page.getByText(t('limit.exclusion.text')).waitFor()
      await seen('limits-break')
      await scene.check('limits during a break')
      expectSame('opening a game during a break', (await open(scene)).status, 'excluded')
      await scene.open('/deposit')
      await page.getByText(t('limit.exclusion.text')).waitFor()
      await seen('deposit-break')

      await scene.open('/limits')
      const years = t('limit.lengths.1y')
      await page.getByRole('radio', { name: years, exact: true }).check()
      await page.getByRole('button', { name: t('limit.exclude.open') }).click()
      const dialog = page.getByRole('dialog')
      const act = dialog.getByRole('button', { name: t('limit.exclude.submit', { lasts: years }) })
      const password = dialog.getByLabel(t('limit.exclude.password'), { exact: true })
      await act.click()
      await dialog.getByText(t('limit.exclude.required')).waitFor()
      await password.fill('not-the-password-1')
      await act.click()
      await dialog.getByText(t('limit.exclude.wrong')).waitFor()
      await scene.check('self-exclusion dialog')
      await seen('limits-exclude-dialog')
      await password.fill(scene.member.password)
      await act.click()
      await expectText(scene, t('limit.exclude.done'))
      await until('the exclusion', async () => {
        const { limits } = (await callAs(scene, 'get-limits')) as { limits: { exclusion: { kind: string } | null } }
        return limits.exclusion?.kind === 'exclusion'
      })
      const taken = await callAs(scene, 'apply-user-withdraw', { balance: '10000', pass: scene.member.pin })
      expectSame('a withdrawal of an excluded member', taken['status'], 'success')
    },
    { member: { cash: wholeUnits(50_000) } },
  )
}

/** A stake over a limit: the game window shows the limit, what is left of it, and a link to the limits. */
export async function limitInGame(setup: Setup, seen: Seen = async () => {}): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, t, address, program } = scene
      const { gameUrl } = await open(scene)
      await page.goto(program.site + String(gameUrl))
      const spin = page.getByRole('button', { name: t('slot.bar.spin'), exact: true })
      await spin.waitFor()
      // Set while the window is open, because with this limit the game would not open.
      await callAs(scene, 'set-limit', { kind: 'wager', period: 'day', most: '1' })
      await spin.click()
      await page.getByText(t('play.notice.limit', { remaining: '₩ 1' })).waitFor()
      const link = page.getByRole('link', { name: t('play.notice.seeLimits') })
      await scene.check('a stake over the limit')
      await seen('game-limit')
      const [limits] = await Promise.all([scene.person.context.waitForEvent('page'), link.click()])
      await limits.getByRole('heading', { level: 2, name: t('limit.title') }).waitFor()
      expectSame('where the link leads', limits.url(), address('/limits'))
      expectSame('opening the game once more', (await open(scene))['status'], 'limit')
      expectSame('spins', (await callAs(scene, 'get-slot-bets-list'))['maxCount'], 0)
    },
    { member: { cash: wholeUnits(50_000) } },
  )
}

/** Money to a provider and back with the win; a broken call in between is resolved. */
export async function transferWallet(setup: Setup, seen: Seen = async () => {}): Promise<void> {
  const provider = await openFakeProvider()
  const code = `lotus-${setup.locale}`
  const { database, dataDir } = setup.program
  try {
    await asMember(
      setup,
      async (scene) => {
        const { page, t, member } = scene
        const name = `Lotus ${setup.locale}`
        await enterTransferProvider(
          { db: database.db, config: await loadConfig({ DATA_DIR: dataDir }) },
          {
            code,
            names: { ko: name },
            baseUrl: provider.baseUrl,
            key: provider.key,
            renewKey: true,
            timeoutMs: 1_000,
            brandIds: [member.brandId],
          },
        )
        await scene.open('/user/account')
        await page.getByRole('button', { name: t('transfer.inOf', { name }) }).click()
        await fillAmount(scene, '30000')
        await seen('transfer-dialog')
        await clickInDialog(scene, t('transfer.in'))
        await expectText(scene, t('transfer.movedIn', { amount: money(scene, 30_000) }))
        provider.play(member.publicId, wholeUnits(5_000))
        provider.next('cut-after')
        await scene.open('/withdraw')
        const back = page.getByRole('button', { name: t('transfer.backOf', { name }) })
        await scene.check('withdraw with a wallet')
        await back.click()
        await expectText(scene, t('transfer.unknown'))
        await page.getByText(t('transfer.underwayOut')).waitFor()
        await seen('transfer-unknown')
        await back.waitFor({ state: 'detached' })
        await page.getByText(t('transfer.underwayOut')).waitFor({ state: 'detached' })
        const now = await callAs(scene, 'get-in-game-balance')
        expectSame('what came back', [now['balance'], now['gameMoney']], ['55000', '0'])
        expectSame('what is left there', String(provider.balanceOf(member.publicId)), '0')
      },
      { member: { cash: wholeUnits(50_000) } },
    )
  } finally {
    await database.db.transaction().execute((tx) =>
      tx
        .updateTable('brand_provider')
        .set({ used: false })
        .where('provider_id', 'in', (of) => of.selectFrom('provider').select('id').where('code', '=', code))
        .execute(),
    )
    await provider.close()
  }
}

/** The list item of a limit, by kind and period. */
function ruleOf(scene: MemberScene, kind: string, period: string): Locator {
  const { page, t } = scene
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: t(`limit.kinds.${kind}`), exact: true }) })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: t(`limit.periods.${period}`), exact: true }) })
}

async function fillAmount(scene: MemberScene, amount: string): Promise<void> {
  await scene.page.getByRole('dialog').locator('input').first().fill(amount)
}

/** Clicks a button of the topmost dialog. */
async function clickInDialog(scene: MemberScene, name: string): Promise<void> {
  await scene.page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()
}

async function expectText(scene: MemberScene, text: string): Promise<void> {
  await scene.page.getByText(text).first().waitFor()
}

function money(scene: MemberScene, units: number): string {
  const amount = new Intl.NumberFormat(scene.locale === 'vn' ? 'vi' : scene.locale).format(units)
  return scene.t('limit.figure.money', { amount })
}

async function open(scene: MemberScene): Promise<Record<string, unknown>> {
  return callAs(scene, 'open-game', openAnySlot())
}

/** Changes the database as its owner, to simulate that time has passed. */
async function asOwner(scene: MemberScene, statement: string): Promise<void> {
  const database = await startEmbedded({ dataDir: scene.program.dataDir })
  const { secret } = await loadConfig({ DATA_DIR: scene.program.dataDir })
  const pool = signEach(createPool(database.ownerUrl, { max: 1 }), secret)
  await pool.query(statement, [scene.member.id])
  await pool.end()
}
