import type { Page, WebSocketRoute } from 'playwright-core'
import { openTables } from '#domain/games/table/tables.ts'
import { wholeUnits } from '#domain/money.ts'
import { journalKinds } from '#server/ledger/events.ts'
import { companyOf } from '#server/modules/table/store.ts'
import { scaledMs } from '#test/machine.ts'
import { openWindow } from './live-steps.ts'
import { asMember, callAs, expectSame, until, type MemberScene, type Setup } from './scene.ts'
import { money } from './texts.ts'

/** Members at a table: the same cards for everyone, an undo, a lost connection, and money that agrees with the books. */
export const tableJourneys = { 'two members bet on opposite sides of the same cards': betAgainst } as const

const begun = 1_000_000
/** From the first watcher to the end of the first round; `table-pace/dealing.ts` has its times. */
const roundMs = 40_000

async function betAgainst(setup: Setup): Promise<void> {
  const options = { member: { cash: wholeUnits(begun) }, allowed: [/ERR_INTERNET_DISCONNECTED|WebSocket connection/] }
  // One of two stages is drawn without motion, which costs less.
  const still = { ...options, reducedMotion: 'reduce' } as const
  await asMember(setup, (one) => asMember(setup, (other) => playBoth(one, other), still), options)
}

type Seated = { scene: MemberScene; game: Page }

async function playBoth(one: MemberScene, other: MemberScene): Promise<void> {
  const cut = await watchSocket(other)
  const [first, second] = await Promise.all([sitDown(one), sitDown(other)])
  await untilOpen(first)
  await untilOpen(second)
  await press(first, 'banker')
  await press(first, 'tie')
  await seeStaked(first, 2_000)
  await first.game.getByRole('button', { name: one.t('table.bet.undo') }).click()
  await seeStaked(first, 1_000)
  await seeBalance(first, begun - 1_000)

  // Without its socket the window polls: it takes bets, and catches up when it is back.
  await cut()
  await press(second, 'player')
  await seeStaked(second, 1_000)
  await other.person.context.setOffline(true)
  await other.person.context.setOffline(false)
  await seeTotal(first, 'player')
  await seeTotal(second, 'banker')

  await Promise.all([first, second].map(untilOver))
  await one.check('a round that has ended', first.game)
  const [seen, alike] = await Promise.all([first, second].map(shownOf))
  expectSame('what the other window shows of the round', alike, seen)
  await expectMoney(first)
  await expectMoney(second)
}

/** Opens the window of a table that no other language of this journey uses at the same time. */
async function sitDown(scene: MemberScene): Promise<Seated> {
  const [first = '', second = ''] = openTables
  const code = scene.locale === 'ko' ? first : second
  const game = await openWindow(scene, { code, company: companyOf({ gameCode: code }), timeStemp: 0 })
  await spot({ scene, game }, 'banker').waitFor()
  return { scene, game }
}

/** Lets the socket of the member's table be cut; the window opens it again when the browser is back online. */
async function watchSocket({ person }: MemberScene): Promise<() => Promise<void>> {
  const held = new Set<WebSocketRoute>()
  await person.context.routeWebSocket(/\/api\/live\?table=/, (socket) => {
    socket.connectToServer()
    held.add(socket)
  })
  return async () => {
    await until('the socket of the table', () => held.size > 0)
    for (const socket of held) await socket.close({ code: 1012 })
    held.clear()
  }
}

function spot({ game }: Seated, code: string) {
  return game.locator(`[data-spot=${code}]`)
}

async function press(seated: Seated, code: string): Promise<void> {
  await spot(seated, code).click()
}

/** Waits until bets are open, and not for the last seconds only: the bets and the undo of both members come into one round. */
async function untilOpen({ game }: Seated): Promise<void> {
  await game.locator('[data-phase=open]:not([data-last])').waitFor({ timeout: scaledMs(roundMs) })
}

async function untilOver({ game }: Seated): Promise<void> {
  await game.locator('div[data-tone][class*=result]').waitFor({ timeout: scaledMs(roundMs) })
}

/** What the bar says is staked in the round. */
async function seeStaked({ scene, game }: Seated, units: number): Promise<void> {
  const bar = game.getByRole('region', { name: scene.t('play.bar.controls') })
  const staked = bar.getByText(scene.t('table.bet.staked'), { exact: true }).locator('..')
  await staked.getByText(money(units, scene.locale), { exact: true }).waitFor()
}

async function seeBalance({ scene, game }: Seated, units: number): Promise<void> {
  const bar = game.getByRole('region', { name: scene.t('play.bar.controls') })
  await bar.getByText(money(units, scene.locale), { exact: true }).waitFor()
}

/** The stakes of all members on a spot. */
async function seeTotal(seated: Seated, code: string): Promise<void> {
  await spot(seated, code)
    .getByText(seated.scene.t('table.bet.members', { count: 1 }))
    .waitFor()
}

/** The points of both sides, the result and the roads, as text. */
async function shownOf({ scene, game }: Seated): Promise<string[]> {
  const texts = async (selector: string): Promise<string[]> =>
    game
      .locator(selector)
      .evaluateAll((found) =>
        found.map(
          (one) => `${one.getAttribute('data-tone') ?? ''} ${one.getAttribute('aria-label') ?? ''} ${one.textContent}`,
        ),
      )
  const roads = game.getByRole('region', { name: scene.t('cards.roads.title') }).getByRole('listitem')
  await roads.first().waitFor()
  return [
    ...(await texts('span[data-tone][class*=side]')),
    ...(await texts('div[data-tone][class*=result] > p:first-child')),
    ...(await texts('svg[role=img]')),
  ]
}

/** The balance of the window is that of the site and of the journal: what was staked and came back, from the first row on. */
async function expectMoney({ scene, game }: Seated): Promise<void> {
  const { db } = scene.program.database
  const rows = await db
    .selectFrom('journal')
    .select(['kind', 'cash', 'stake', 'pay', 'd_cash', 'd_in_play'])
    .where('member_id', '=', scene.member.id)
    .orderBy('seq')
    .execute()
  const result = rows.find(({ kind }) => kind === journalKinds.table_result)
  const units = (amount: bigint): number => Number(amount / wholeUnits(1))
  const cash = begun - 1_000 + units(result?.pay ?? -1n)
  expectSame('the cash of the journal', units(rows.at(-1)?.cash ?? -1n), cash)
  expectSame('money in play', units(rows.reduce((sum, row) => sum + row.d_in_play, 0n)), 0)
  await seeBalance({ scene, game }, cash)
  expectSame('the balance of the site', (await callAs(scene, 'get-in-game-balance'))['balance'], String(cash))
}
