import { randomUUID } from 'node:crypto'
import { wholeUnits } from '#domain/money.ts'
import { loadConfig } from '#server/config.ts'
import { postProvenIn } from '#server/ledger/ledger.ts'
import { accountIn } from '#server/seed/builders.ts'
import { enterTransferProvider } from '#server/seed/transfer-provider.ts'
import { openFakeProvider } from '../scripts/fake-transfer-provider.ts'
import type { Page } from 'playwright-core'
import { hideRequests, openDepositForm, requestsUrl } from './deposit-form.ts'
import { enterOffice } from './live-steps.ts'
import { asMember, callAs, expectSame, until, type MemberScene, type Setup } from './scene.ts'
import { figure } from './texts.ts'
import { openAnySlot } from '#test/any-slot.ts'
import type { RequestType } from '#domain/money-request.ts'

/**
 * A call takes effect and its response is lost: the member gets an error, submits again, and it has taken effect once.
 * Also when the member leaves the page or the dialog in between, and when the game window retries a spin by itself.
 */
export const lostAnswerJourneys = { 'lost responses take effect once': lostAnswers } as const

async function lostAnswers(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      await giveComp(scene, 20_000)
      await deposit(scene)
      await depositAfterRejection(scene)
      await withdraw(scene)
      await withdrawAfterRejection(scene)
      await convert(scene)
      await moveIn(scene)
      await spin(scene)
    },
    { member: { cash: wholeUnits(520_000) }, allowed: [/ERR_FAILED/] },
  )
}

/** Loses the responses of the next calls of this name. Returns the request ids of all calls. */
async function loseAnswers(page: Page, path: string, count: number): Promise<string[]> {
  const ids: string[] = []
  await page.route(`**/api/${path}`, async (route) => {
    ids.push((route.request().postDataJSON() as { requestId: string }).requestId)
    if (ids.length > count) return route.continue()
    await route.fetch()
    await route.abort()
  })
  return ids
}

function expectOneId(what: string, ids: readonly string[], calls: number): void {
  expectSame(`ids of ${what}`, [ids.length, new Set(ids).size], [calls, 1])
}

async function deposit(scene: MemberScene): Promise<void> {
  const { page, t } = scene
  const { main, amount, apply } = await openDepositForm(scene)
  await hideRequests(page)
  const ids = await loseAnswers(page, 'routes/apply-user-deposit', 1)
  await amount.fill('50000')
  await apply.click()
  await main.getByText(t('errors.network')).waitFor()
  await apply.click()
  await page.getByText(t('moneyRequest.deposit.applied')).first().waitFor()
  expectOneId('a deposit', ids, 2)
  await expectRequests(scene, 'deposit', ['50000'])
  await page.unroute(requestsUrl)
  await scene.open('/deposit')
  await main.getByText(t('moneyRequest.progress.deposit')).waitFor()
}

/** The office rejects the filed request: the next submit reports that, and the one after it files a new request. */
async function depositAfterRejection(scene: MemberScene): Promise<void> {
  const { page, t } = scene
  await rejectNewest(scene, 'deposit')
  const { main, amount, apply } = await openDepositForm(scene)
  await hideRequests(page)
  const ids = await loseAnswers(page, 'routes/apply-user-deposit', 1)
  await amount.fill('50000')
  await apply.click()
  await main.getByText(t('errors.network')).waitFor()
  await rejectNewest(scene, 'deposit')
  await apply.click()
  await main.getByText(t('moneyRequest.form.filedBefore')).waitFor()
  await expectRequests(scene, 'deposit', ['50000', '50000'])
  await apply.click()
  await page.getByText(t('moneyRequest.deposit.applied')).first().waitFor()
  expectSame('ids around a rejection', [ids.length, ids[0] === ids[1], ids[1] === ids[2]], [3, true, false])
  await expectRequests(scene, 'deposit', ['50000', '50000', '50000'])
}

async function withdraw(scene: MemberScene): Promise<void> {
  const { page, t, locale, member } = scene
  await hideRequests(page)
  await scene.open('/withdraw')
  const ids = await loseAnswers(page, 'routes/apply-user-withdraw', 1)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog', {
    name: t('moneyRequest.withdraw.confirm', { amount: figure(20_000, locale) }),
  })
  const submit = async (): Promise<void> => {
    await main.getByRole('button', { name: t('moneyRequest.withdraw.apply'), exact: true }).click()
    await dialog.getByRole('button', { name: t('moneyRequest.withdraw.apply'), exact: true }).click()
  }
  await main.getByLabel(t('moneyRequest.form.amount'), { exact: true }).fill('20000')
  await main.getByLabel(t('moneyRequest.form.pin'), { exact: true }).fill(member.pin)
  await submit()
  await main.getByText(t('errors.network')).waitFor()
  await submit()
  await page.getByText(t('moneyRequest.withdraw.applied')).first().waitFor()
  expectOneId('a withdrawal', ids, 2)
  await expectRequests(scene, 'withdraw', ['20000'])
  await expectOwned(scene, { balance: '480000', rolling: '100' })
}

/** As with a deposit; the held money is returned and held again. */
async function withdrawAfterRejection(scene: MemberScene): Promise<void> {
  const { page, t, locale, member } = scene
  await rejectNewest(scene, 'withdraw')
  await hideRequests(page)
  await scene.open('/withdraw')
  const ids = await loseAnswers(page, 'routes/apply-user-withdraw', 1)
  const main = page.getByRole('main')
  const submit = async (): Promise<void> => {
    await main.getByLabel(t('moneyRequest.form.pin'), { exact: true }).fill(member.pin)
    await main.getByRole('button', { name: t('moneyRequest.withdraw.apply'), exact: true }).click()
    await page
      .getByRole('dialog', { name: t('moneyRequest.withdraw.confirm', { amount: figure(20_000, locale) }) })
      .getByRole('button', { name: t('moneyRequest.withdraw.apply'), exact: true })
      .click()
  }
  await main.getByLabel(t('moneyRequest.form.amount'), { exact: true }).fill('20000')
  await submit()
  await main.getByText(t('errors.network')).waitFor()
  await rejectNewest(scene, 'withdraw')
  await submit()
  await main.getByText(t('moneyRequest.form.filedBefore')).waitFor()
  await expectRequests(scene, 'withdraw', ['20000', '20000'])
  await expectOwned(scene, { balance: '500000', rolling: '100' })
  await submit()
  await page.getByText(t('moneyRequest.withdraw.applied')).first().waitFor()
  expectSame('ids around a rejection', [ids.length, ids[0] === ids[1], ids[1] === ids[2]], [3, true, false])
  await expectRequests(scene, 'withdraw', ['20000', '20000', '20000'])
  await expectOwned(scene, { balance: '480000', rolling: '100' })
}

async function rejectNewest(scene: MemberScene, type: RequestType): Promise<void> {
  const { balances } = (await callAs(scene, 'get-money-requests', { type })) as {
    balances: { id: string }[]
  }
  const id = balances[0]?.id
  const office = await enterOffice(scene.program, 'cashier')
  await office('claim-request', { id })
  const rejected = await office('reject-request', { id, requestId: randomUUID(), reason: 'by name' })
  expectSame('rejecting', rejected['status'], 'success')
}

/** Between the two submits the member leaves the page, returns, and converts another amount. */
async function convert(scene: MemberScene): Promise<void> {
  const { page, t, locale } = scene
  await scene.open('/comp')
  const ids = await loseAnswers(page, 'routes/roll-to-balance', 1)
  const main = page.getByRole('main')
  const points = main.getByLabel(t('comp.amount'), { exact: true })
  const submit = async (amount: number): Promise<void> => {
    await points.fill(String(amount))
    await main.getByRole('button', { name: t('comp.convert'), exact: true }).click()
    await page
      .getByRole('dialog', { name: t('comp.confirm', { amount: figure(amount, locale) }) })
      .getByRole('button', { name: t('comp.convert'), exact: true })
      .click()
  }
  await submit(30)
  await main.getByText(t('errors.network')).waitFor()
  await submit(5)
  await page
    .getByText(t('comp.converted', { amount: figure(5, locale) }))
    .first()
    .waitFor()
  await leaveAndReturn(scene)
  await submit(30)
  await page
    .getByText(t('comp.converted', { amount: figure(30, locale) }))
    .first()
    .waitFor()
  expectSame('ids of conversions', [ids.length, ids[0] === ids[2], ids[0] === ids[1]], [3, true, false])
  await expectOwned(scene, { balance: '480035', rolling: '65' })
}

/** Goes to the home page and back without a page load. */
async function leaveAndReturn({ page, t }: MemberScene): Promise<void> {
  await page
    .getByRole('link', { name: t('frame.home', { brand: 'NOCTURNE' }) })
    .first()
    .click()
  await page.getByRole('region', { name: t('home.games') }).waitFor()
  await page.goBack()
}

/** Closes the dialog after the error and opens it again. */
async function moveIn(scene: MemberScene): Promise<void> {
  const { page, t, locale, member, program } = scene
  const { db } = program.database
  const provider = await openFakeProvider()
  const name = `Iris ${locale}`
  const code = `iris-${locale}`
  try {
    await enterTransferProvider(
      { db, config: await loadConfig({ DATA_DIR: program.dataDir }) },
      {
        code,
        names: { ko: name },
        baseUrl: provider.baseUrl,
        key: provider.key,
        renewKey: true,
        brandIds: [member.brandId],
      },
    )
    await scene.open('/user/account')
    const ids = await loseAnswers(page, 'routes/user-transfer-in', 1)
    const dialog = page.getByRole('dialog')
    const submit = async (): Promise<void> => {
      await page.getByRole('button', { name: t('transfer.inOf', { name }) }).click()
      await dialog.locator('input').first().fill('30000')
      await dialog.getByRole('button', { name: t('transfer.in'), exact: true }).click()
    }
    await submit()
    await dialog.getByText(t('errors.network')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await submit()
    const amount = t('limit.figure.money', { amount: figure(30_000, locale) })
    await page.getByText(t('transfer.movedIn', { amount })).first().waitFor()
    expectOneId('a transfer', ids, 2)
    expectSame('transfers of the provider', provider.done(), 1)
    expectSame('what is there', String(provider.balanceOf(member.publicId)), String(wholeUnits(30_000)))
  } finally {
    await db.transaction().execute((tx) =>
      tx
        .updateTable('brand_provider')
        .set({ used: false })
        .where('provider_id', 'in', (of) => of.selectFrom('provider').select('id').where('code', '=', code))
        .execute(),
    )
    await provider.close()
  }
}

/** Four responses are lost, after which the window stops retrying; then the member retries. */
async function spin(scene: MemberScene): Promise<void> {
  const { page, t, program } = scene
  const opened = await callAs(scene, 'open-game', openAnySlot())
  await page.goto(program.site + String(opened['gameUrl']))
  const spinButton = page.getByRole('button', { name: t('slot.bar.spin'), exact: true })
  await spinButton.waitFor()
  const ids = await loseAnswers(page, 'play/spin', 4)
  await spinButton.click()
  const again = page.getByRole('dialog').getByRole('button', { name: t('slot.checking.again') })
  await again.waitFor()
  expectSame('rounds behind the lost responses', (await callAs(scene, 'get-slot-bets-list'))['maxCount'], 1)
  await again.click()
  await again.waitFor({ state: 'detached' })
  expectOneId('a spin', ids, 5)
  expectSame('rounds of one spin', (await callAs(scene, 'get-slot-bets-list'))['maxCount'], 1)
}

async function expectRequests(scene: MemberScene, type: string, wanted: readonly string[]): Promise<void> {
  const { balances } = (await callAs(scene, 'get-money-requests', { type })) as { balances: { balance: string }[] }
  const filed = balances.map(({ balance }) => balance)
  expectSame(`requests of ${type}`, filed, wanted)
}

async function expectOwned(scene: MemberScene, wanted: { balance: string; rolling: string }): Promise<void> {
  await until('the figures', async () => {
    const { balance, rolling } = await callAs(scene, 'get-in-game-balance')
    return balance === wanted.balance && rolling === wanted.rolling
  })
}

/** Books a lost bet, which earns comp. */
async function giveComp({ program, member }: MemberScene, units: number): Promise<void> {
  const stake = wholeUnits(units)
  await program.database.db.transaction().execute(async (tx) => {
    const contraId = await accountIn(tx, member.brandId, 'gaming', 'baize')
    const bet = { kind: 'bet', source: 'system', key: randomUUID(), request: ['bet', stake] } as const
    await postProvenIn(tx, program.database.secret, { ...bet, memberId: member.id, stake, contraId, gameKind: 'slot' })
  })
}
