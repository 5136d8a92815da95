import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { roulette } from '#domain/games/table/roulette/game.ts'
import { renderForMember } from '#test/forms.tsx'
import { sessionOf } from '#test/table-samples.ts'
import { RouletteInfo } from './roulette-info.tsx'

afterEach(cleanup)

test('the table of bets has a column of bets, whose names begin with a capital', () => {
  renderForMember(<RouletteInfo session={sessionOf()} game={roulette} />)
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual([
    'Bet',
    'Pays',
    'House edge',
    'Limits',
  ])
  const rows = screen.getAllByRole('rowheader').map((one) => one.textContent)
  expect(rows[0]).toBe('Straight up, 37 bets')
  expect(rows.filter((row) => !/^[A-Z]/u.test(row))).toEqual([])
})
