import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { english, renderForMember } from '#test/forms.tsx'
import { CompLevels } from './comp-levels.tsx'

afterEach(cleanup)

test('the rates of all levels are listed, with the member’s own marked', () => {
  const { comp } = english
  const levels = Array.from({ length: 10 }, (_, index) => ({
    level: index + 1,
    slot: `${0.5 + index / 10}`,
    casino: '0.1',
    sport: '0',
  }))
  renderForMember(<CompLevels rates={{ status: 'success', level: 3, rates: [], levels }} />)
  expect(screen.getByText(comp.levelsText)).toBeDefined()
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows).toHaveLength(10)
  const marked = rows.filter((row) => within(row).queryByText(comp.mine) !== null)
  expect(marked).toEqual([rows[2]])
  expect(within(rows[2] ?? document.body).getAllByRole('cell')[0]?.textContent).toBe('0.7%')
})
