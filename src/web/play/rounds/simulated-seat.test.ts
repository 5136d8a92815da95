import { expect, test } from 'vitest'
import type { PastSeatRound, WireSeatRound } from '#contract/seat-round.ts'
import { decidedRecordText } from '#domain/games/blackjack/decided-record.ts'
import { blackjack } from '#domain/games/blackjack/game.ts'
import { verifyText } from '#domain/games/verify-text.ts'
import { recordOf } from '#web/shared/seat-record.ts'
import { decisionsOfScene, seatScenes } from './seat-scenes.ts'
import { simulateSeat } from './simulated-seat.ts'

const withRound = seatScenes.filter((scene) => decisionsOfScene(scene) !== null)

test.each(withRound)('a simulated seat has a round that shows %s', (scene) => {
  const { round } = simulateSeat(blackjack.code, scene).session
  const view = round?.view
  const outcomes = view?.hands.flatMap(({ outcome }) => outcome ?? [])
  const shown = {
    decide: () => view?.actions.map(({ action }) => action).join(' ') === 'hit stand double',
    'last-seconds': () => round?.state === 'open',
    offer: () => view?.insurance === 'offered',
    pair: () => view?.actions.some(({ action }) => action === 'split'),
    hands: () => view?.hands.length === 4 && round?.state === 'open',
    long: () => view?.hands[0]?.cards.length === 6,
    won: () => outcomes?.join() === 'win',
    lost: () => outcomes?.join() === 'lose' && round?.decisions[0]?.action === 'double',
    push: () => outcomes?.join() === 'push',
    bust: () => outcomes?.join() === 'bust',
    blackjack: () => outcomes?.join() === 'blackjack',
    insured: () => view?.result?.insurance?.outcome === 'win',
    'split-won': () => outcomes?.join() === 'win,lose',
    default: () => round?.returned === '0' && round.decisions[0]?.isDefault,
  } as const satisfies Partial<Record<typeof scene, () => boolean | undefined>>
  expect(scene in shown && shown[scene as keyof typeof shown]()).toBe(true)
})

test('every past round of a simulated seat whose seed is revealed is proven by its record', async () => {
  const { call } = simulateSeat(blackjack.code, 'history')
  const end = await call('get-seat-rounds', { skip: 0, take: 50 })
  const rounds = end.kind === 'answer' ? (end.answer.rounds as PastSeatRound[]) : []
  const revealed = rounds.filter(({ serverSeed }) => serverSeed !== null)
  expect(revealed.length).toBeGreaterThan(5)
  for (const round of revealed) {
    const text = decidedRecordText(recordOf(round))
    expect(verifyText(text, [blackjack])).toMatchObject({ verification: { verdict: 'proven' } })
  }
})

test('a round of a simulated seat is dealt, decided and paid', async () => {
  const { session, call } = simulateSeat(blackjack.code, 'open')
  const begun = await call('begin-seat-round', { requestId: 'one', stake: '10000' })
  if (begun.kind !== 'answer' || !('round' in begun.answer)) throw new Error('The seat deals.')
  let played: { balance: string; round: WireSeatRound } = begun.answer
  for (let number = 1; played.round.state === 'open'; number += 1) {
    const action = played.round.view?.insurance === 'offered' ? 'decline' : 'stand'
    const { roundId } = played.round
    const end = await call('decide-seat-round', { requestId: `decision ${number}`, roundId, number, action })
    if (end.kind !== 'answer' || !('round' in end.answer)) throw new Error('The seat takes decisions.')
    played = end.answer
  }
  const { returned } = played.round
  expect(Number(played.balance)).toBe(Number(session.balance) - 10_000 + Number(returned))
})
