import { expect, test } from 'vitest'
import { catalogue, returnPercent } from '#domain/games/catalogue.ts'
import { findRound } from './find-round.ts'
import { sessionOf } from './rounds-session.ts'

test.each(catalogue.map((entry) => [entry.game.code, entry] as const))(
  'the page of rounds names %s and its return as the catalogue does',
  (code, entry) => {
    const found = findRound(entry.game, 'any', 1, 1)
    if (found === null) throw new Error('Every round is of this kind.')
    const { game } = sessionOf(found, 'hash')
    expect(game).toMatchObject({ code, names: entry.names, rtp: returnPercent(entry), mathHash: 'hash' })
    expect(Math.round(Number(game.rtp) * 10_000)).toBe(entry.returnPpm)
  },
)

test('a sketched machine has its code and no return', () => {
  const found = findRound({ ...catalogue[0].game, code: 'sketch' }, 'any', 1, 1)
  if (found === null) throw new Error('Every round is of this kind.')
  expect(sessionOf(found, '').game).toMatchObject({ rtp: '', names: { ko: 'sketch' } })
})
