import { setTimeout as sleep } from 'node:timers/promises'
import {
  newMember,
  openFirstGame,
  openWindow,
  textAt,
  unknownId,
  untilMaintenance,
  windowOf,
  type Caller,
  type World,
} from './world.ts'
import type { Received } from './recorder.ts'

/** A member in a game window. Random results are masked; the checks that the money adds up are recorded as facts. */

const paceMs = 2_700
/** The sic bo table of the demo's brand, closed while it is pressed. */
const closedTable = 'b1-sic-bo'

export async function walkPlay(world: World): Promise<void> {
  const { recorder } = world
  recorder.section('play')
  const player = await newMember(world, { name: 'player', id: 'nightowl', nick: '올빼미', cash: '500000' })
  await world.program.tool('table', ['--name', closedTable, '--close'])
  for (const wrong of [
    { code: 'none' },
    { company: 'none' },
    { code: 'sic-bo', company: 'baize-live' },
    { timeStemp: 'x' },
  ]) {
    await player.call('routes/open-game', { ...openFirstGame, ...wrong })
  }
  await world.program.tool('table', ['--name', closedTable, '--open'])
  const ended = await openWindow(player)
  await player.call('routes/open-game', openFirstGame)
  await sleep(1_100)
  const second = await player.call('routes/open-game', openFirstGame)
  const address = textAt(second, 'gameUrl')
  await world.member.second.get(address)
  await world.member.guest.get(address)
  // The newest window: later releases end the others.
  const play = windowOf(await player.get(`${address}?round=${unknownId}`))
  await player.get(address)
  const call = (what: string, body: object = {}) => player.call(`play/${what}`, body, { play })
  await call('get-session')
  await call('set-client-seed', { clientSeed: 'lucky seed' })
  await call('set-client-seed', { clientSeed: 'lucky-seed-7' })
  await call('spin', { requestId: world.requestId(), stake: '123' })
  await call('spin', { requestId: world.requestId() })
  recorder.plays('player', 'nightowl')
  await walkSpins(world, player, play)
  await call('get-rounds', { take: 2 })
  await call('get-round', { roundId: world.ids['round'] })
  await call('get-round', { roundId: unknownId })
  await call('set-client-seed', { clientSeed: 'lucky-seed-7' })
  await call('set-client-seed', { clientSeed: 'lucky-seed-9' })
  await call('get-seeds')
  await call('get-session')
  await call('get-round', { roundId: world.ids['round'] })
  await world.member.second.call('play/get-session', {}, { play })
  await walkRecords(world, player)
  await call('close-window')
  await call('get-session')
  await player.call('play/get-session', {}, { play: ended })
  await player.call('play/set-client-seed', { clientSeed: 'lucky-seed-7' }, { play: ended })
  await player.call('play/spin', { requestId: world.requestId(), stake: '2000' }, { play: ended })
}

type Spun = {
  round?: { roundId: string; pay: string; stake: string; events: unknown[] }
  balance?: string
  balanceAfterStake?: string
}

async function walkSpins(world: World, player: Caller, play: string): Promise<void> {
  const { recorder } = world
  const call = (what: string, body: object = {}) => player.call(`play/${what}`, body, { play })
  let before = 500_000
  for (const [index, stake] of ['2000', '4000', '10000', '20000'].entries()) {
    const body = { requestId: world.requestId(), stake }
    const answer = await call('spin', body)
    const spun = answer.json as Spun
    recorder.fact('what a spin did to the balance adds up', addsUp(before, spun))
    before = Number(spun.balance)
    if (index === 0) {
      await call('spin', body)
      await call('spin', { ...body, stake: '4000' })
      await call('spin', { requestId: world.requestId(), stake })
      await call('set-client-seed', { clientSeed: 'lucky-seed-8' })
      await call('get-session')
      await player.call('routes/user-health-check')
      await call('ack', { roundId: spun.round?.roundId, index: 0 })
    }
    await call('ack', { roundId: spun.round?.roundId, index: (spun.round?.events.length ?? 1) - 1 })
    world.ids['round'] = spun.round?.roundId ?? unknownId
    await sleep(paceMs)
  }
  await call('ack', { roundId: unknownId, index: 0 })
  await world.office.manager.call('office/set-maintenance', { on: true })
  await untilMaintenance(world, true)
  await call('spin', { requestId: world.requestId(), stake: '1000' })
  await world.office.manager.call('office/set-maintenance', { on: false })
  await untilMaintenance(world, false)
  await player.call('routes/set-limit', { kind: 'wager', period: 'day', most: '37000' })
  await call('spin', { requestId: world.requestId(), stake: '2000' })
}

function addsUp(before: number, { round, balance, balanceAfterStake }: Spun): unknown {
  const [stake, pay] = [Number(round?.stake), Number(round?.pay)]
  return {
    afterStake: Number(balanceAfterStake) === before - stake,
    after: Number(balance) === before - stake + pay,
    events: Array.isArray(round?.events) && round.events.length > 0,
  }
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** The rounds as the member and the office read them afterwards, and the comp they earned. */
async function walkRecords(world: World, player: Caller): Promise<void> {
  const { support, auditor, manager } = world.office
  for (const more of [
    {},
    { take: 2, skip: 1 },
    { company: 'baize' },
    { company: 'none' },
    { from: '2020-01-01', to: '2020-01-02' },
    { from: 'x' },
  ]) {
    await player.call('routes/get-slot-bets-list', more)
  }
  await player.call('routes/get-bet', { roundId: world.ids['round'] })
  await player.call('routes/get-bet', { roundId: unknownId })
  await player.call('routes/get-comp-list')
  await player.call('routes/get-comp-rates')
  const convert = { requestId: world.requestId(), point: '100' }
  await player.call('routes/roll-to-balance', { requestId: world.requestId(), point: '999999' })
  await player.call('routes/roll-to-balance', convert)
  await player.call('routes/roll-to-balance', convert)
  await player.call('routes/roll-to-balance', { ...convert, point: '101' })
  await player.call('routes/roll-to-balance', { requestId: world.requestId() })
  await player.call('routes/roll-to-balance', { requestId: world.requestId() })
  const period = { from: dayFromNow(-3), to: dayFromNow(2) }
  const statement = await player.call('routes/get-statement', { ...period, take: 100 })
  const member = await player.call('routes/get-member')
  world.recorder.fact('the statement closes at the balance of the page', closesAt(statement, member))
  await player.call('routes/get-limits')
  await player.call('routes/get-recent-games')
  const asked = await player.call('routes/user-write-help', {
    title: '라운드 문의',
    contents: '확인해 주세요.',
    roundId: world.ids['round'],
  })
  await support.call('office/open-help', { id: textAt(asked, 'id') })
  await support.call('office/get-round', { id: world.ids['round'] })
  await auditor.call('office/get-round', { id: unknownId })
  const listed = await manager.call('office/get-members', { search: 'nightowl' })
  const { members = [] } = listed.json as { members?: { id: string }[] }
  world.ids['player'] = members[0]?.id ?? unknownId
}

function closesAt(statement: Received, member: Received): boolean {
  return textAt(statement, 'closing.balance') === textAt(member, 'user.balance')
}
