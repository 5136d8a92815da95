import type { Locator } from 'playwright-core'
import { wholeUnits } from '#domain/money.ts'
import { loadConfig } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { createPool } from '#server/db/pool.ts'
import { enterTransferProvider } from '#server/seed/transfer-provider.ts'
import { openFakeProvider } from '../scripts/fake-transfer-provider.ts'
import { asGuest, asMember, callAs, expectSame, until, type MemberScene, type Stage } from './scene.ts'

/** Limits, breaks and self-exclusion as a member meets them, and money at a provider with a wallet of its own. */

/** What is seen can be looked at: called at every state worth a picture. */
type Seen = (name: string) => Promise<void>

/** Set at once, lowered at once; raised only after a day and a second yes, and withdrawn at will. */
export async function ownLimits(stage: Stage, seen: Seen = async () => {}): Promise<void> {
  await asGuest(stage, async (scene) => {
    await scene.open('/limits')
    await scene.page.getByRole('heading', { name: scene.say('messages.msg2001') }).waitFor()
  })
  await asMember(stage, async (scene) => {
    const { page, say } = scene
    await scene.open('/user')
    await page.getByRole('link', { name: say('limits.card.open') }).click()
    await page.getByRole('heading', { level: 1, name: say('limits.title') }).waitFor()
    const rule = ruleOf(scene, 'deposit', 'day')
    await rule.getByText(say('limits.rule.none')).waitFor()
    await scene.look('limits')
    await seen('limits-empty')

    await rule.getByRole('button').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('limits.dialog.save') })
      .click()
    await page.getByRole('dialog').getByText(say('limits.dialog.required')).waitFor()
    await fillAmount(scene, '100000')
    await scene.look('limit dialog')
    await press(scene, say('limits.dialog.save'))
    await says(scene, say('limits.dialog.saved'))
    await rule.getByText('100,000').or(rule.getByText('100.000')).first().waitFor()

    await rule.getByText(say('limits.rule.remaining', { remaining: money(scene, 100_000) })).waitFor()
    const over = await callAs(scene, 'apply-user-deposit', { balance: '110000' })
    expectSame('a deposit over the limit', over, { status: 'limit', remaining: '100000' })
    await rule.getByRole('button').click()
    await fillAmount(scene, '200000')
    await page.getByRole('dialog').getByText(say('limits.dialog.higher')).waitFor()
    await seen('limits-raise-dialog')
    await press(scene, say('limits.dialog.request'))
    await rule.getByRole('button', { name: say('limits.raise.withdraw') }).waitFor()
    expectSame(
      'buttons to confirm too early',
      await rule.getByRole('button', { name: say('limits.raise.confirm') }).count(),
      0,
    )
    await rule.getByRole('button', { name: say('limits.raise.withdraw') }).click()
    await says(scene, say('limits.dialog.withdrawn'))
    await rule.getByRole('button', { name: say('limits.raise.withdraw') }).waitFor({ state: 'detached' })

    await callAs(scene, 'set-limit', { kind: 'deposit', period: 'day', most: '200000' })
    await callAs(scene, 'set-limit', { kind: 'session_time', period: 'day', most: '90' })
    await callAs(scene, 'set-limit', { kind: 'loss', period: 'month', most: '300000' })
    await asOwner(scene, `UPDATE limit_raise SET effective_from = now() - interval '1 hour' WHERE member_id = $1`)
    await scene.open('/limits')
    await seen('limits-full')
    await scene.look('limits with a raise to confirm')
    await rule.getByRole('button', { name: say('limits.raise.confirm') }).click()
    await page.getByRole('dialog').getByText(say('limits.raise.confirmText')).waitFor()
    await press(scene, say('limits.raise.confirm'))
    await says(scene, say('limits.dialog.saved'))
    await rule.getByText(say('limits.rule.remaining', { remaining: money(scene, 200_000) })).waitFor()
  })
}

/** A break, asked once more; then self-exclusion with the password. What stays open is named, and works. */
export async function stayingAway(stage: Stage, seen: Seen = async () => {}): Promise<void> {
  await asMember(
    stage,
    async (scene) => {
      const { page, say } = scene
      await scene.open('/limits')
      const lasts = say('limits.lengths.7d')
      await page.getByRole('radio', { name: lasts, exact: true }).check()
      await page.getByRole('button', { name: say('limits.break.submit', { lasts }) }).click()
      await page.getByRole('dialog').getByText(say('limits.break.text')).waitFor()
      await seen('limits-break-dialog')
      await press(scene, say('limits.break.submit', { lasts }))
      await page.getByText(say('limits.exclusion.text')).waitFor()
      await seen('limits-away')
      await scene.look('limits during a break')
      expectSame('opening a game during a break', (await open(scene)).status, 'excluded')
      await scene.open('/deposit')
      await page.getByText(say('limits.exclusion.text')).waitFor()
      await seen('deposit-away')

      await scene.open('/limits')
      const years = say('limits.lengths.1y')
      await page.getByRole('radio', { name: years, exact: true }).check()
      await page.getByRole('button', { name: say('limits.exclude.open') }).click()
      const dialog = page.getByRole('dialog')
      const act = dialog.getByRole('button', { name: say('limits.exclude.submit', { lasts: years }) })
      const password = dialog.getByLabel(say('limits.exclude.password'), { exact: true })
      await act.click()
      await dialog.getByText(say('limits.exclude.required')).waitFor()
      await password.fill('not-the-password-1')
      await act.click()
      await dialog.getByText(say('limits.exclude.wrong')).waitFor()
      await scene.look('self-exclusion dialog')
      await seen('limits-exclude-dialog')
      await password.fill(scene.member.password)
      await act.click()
      await says(scene, say('limits.exclude.done'))
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

/** A stake over an own limit: the game window says which, what is left, and where limits are set. */
export async function limitInGame(stage: Stage, seen: Seen = async () => {}): Promise<void> {
  await asMember(
    stage,
    async (scene) => {
      const { page, say, address, program } = scene
      const { gameUrl } = await open(scene)
      await page.goto(program.site + String(gameUrl))
      const spin = page.getByRole('button', { name: say('play.bar.spin'), exact: true })
      await spin.waitFor()
      // Set while the window is open: with it, the game would not even open.
      await callAs(scene, 'set-limit', { kind: 'wager', period: 'day', most: '1' })
      await spin.click()
      await page.getByText(say('play.notice.limit', { remaining: '₩ 1' })).waitFor()
      const link = page.getByRole('link', { name: say('play.notice.seeLimits') })
      await scene.look('a stake over the limit')
      await seen('game-limit')
      const [limits] = await Promise.all([scene.person.context.waitForEvent('page'), link.click()])
      await limits.getByRole('heading', { level: 1, name: say('limits.title') }).waitFor()
      expectSame('where the link leads', limits.url(), address('/limits'))
      expectSame('opening the game once more', (await open(scene))['status'], 'limit')
      expectSame('spins', (await callAs(scene, 'get-slot-bets-list'))['maxCount'], 0)
    },
    { member: { cash: wholeUnits(50_000) } },
  )
}

/** Money to a third party and back: moved in, found out after a broken call, brought back with what was won. */
export async function transferWallet(stage: Stage, seen: Seen = async () => {}): Promise<void> {
  const party = await openFakeProvider()
  const code = `lotus-${stage.locale}`
  const { backstage, dataDir } = stage.program
  try {
    await asMember(
      stage,
      async (scene) => {
        const { page, say, member } = scene
        const name = `Lotus ${stage.locale}`
        await enterTransferProvider(
          { db: backstage.db, config: await loadConfig({ DATA_DIR: dataDir }) },
          {
            code,
            names: { ko: name },
            baseUrl: party.baseUrl,
            key: party.key,
            timeoutMs: 1_000,
            brandIds: [member.brandId],
          },
        )
        await scene.open('/user')
        await page.getByRole('button', { name: say('limits.wallets.inOf', { name }) }).click()
        await fillAmount(scene, '30000')
        await seen('transfer-dialog')
        await press(scene, say('limits.wallets.in'))
        await says(scene, say('limits.wallets.movedIn', { amount: money(scene, 30_000) }))
        party.play(member.publicId, wholeUnits(5_000))
        party.next('cut-after')
        await scene.open('/withdraw')
        const back = page.getByRole('button', { name: say('limits.wallets.backOf', { name }) })
        await scene.look('withdraw with a wallet')
        await back.click()
        await says(scene, say('limits.wallets.unknown'))
        await page.getByText(say('limits.wallets.underwayOut')).waitFor()
        await seen('transfer-unknown')
        await back.waitFor({ state: 'detached' })
        await page.getByText(say('limits.wallets.underwayOut')).waitFor({ state: 'detached' })
        const now = await callAs(scene, 'get-in-game-balance')
        expectSame('what came back', [now['balance'], now['gameMoney']], ['55000', '0'])
        expectSame('what is left there', String(party.balanceOf(member.publicId)), '0')
      },
      { member: { cash: wholeUnits(50_000) } },
    )
  } finally {
    await backstage.db
      .updateTable('brand_provider')
      .set({ used: false })
      .where('provider_id', 'in', (of) => of.selectFrom('provider').select('id').where('code', '=', code))
      .execute()
    await party.close()
  }
}

/** The line of one limit, by its kind and period. */
function ruleOf(scene: MemberScene, kind: string, period: string): Locator {
  const { page, say } = scene
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: say(`limits.kinds.${kind}`), exact: true }) })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: say(`limits.periods.${period}`), exact: true }) })
}

async function fillAmount(scene: MemberScene, amount: string): Promise<void> {
  await scene.page.getByRole('dialog').locator('input').first().fill(amount)
}

/** Presses a button of the dialog on top. */
async function press(scene: MemberScene, name: string): Promise<void> {
  await scene.page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()
}

async function says(scene: MemberScene, text: string): Promise<void> {
  await scene.page.getByText(text).first().waitFor()
}

function money(scene: MemberScene, units: number): string {
  const amount = new Intl.NumberFormat(scene.locale === 'vn' ? 'vi' : scene.locale).format(units)
  return scene.say('limits.figure.money', { amount })
}

async function open(scene: MemberScene): Promise<Record<string, unknown>> {
  return callAs(scene, 'open-game', { code: 'golden-tiger', company: 'baize', timeStemp: Date.now() })
}

/** What nobody may do at the site: time that has passed. */
async function asOwner(scene: MemberScene, statement: string): Promise<void> {
  const database = await startEmbedded({ dataDir: scene.program.dataDir })
  const pool = createPool(database.ownerUrl, { max: 1 })
  await pool.query(statement, [scene.member.id])
  await pool.end()
}
