import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReactNode } from 'react'
import type { GameTile, SlotCompany } from '#contract/lobby.ts'
import { PageProvider, usePage } from '#web/member/page-data.ts'
import { english, renderForMember } from '#test/forms.tsx'
import { Lobby } from './lobby.tsx'

// The files of these tests share one address.
beforeEach(() => history.replaceState(null, '', '/'))
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

const race = (used: 'y' | 'n'): GameTile => ({
  code: 'a-race',
  gameCompany: 'races',
  used,
  imgUrl: '',
  name: '',
  names: { ko: '', en: 'A race', jp: '', vn: '', cn: '' },
  features: ['fixed-odds'],
  isNew: false,
  released: '2026-11-20T01:00:00.000Z',
})

function HomeWith(offer: { sport: GameTile[]; casino?: GameTile[]; slot?: SlotCompany[] }): ReactNode {
  const page = usePage()
  return (
    <PageProvider value={{ ...page, site: { ...page.site, ...offer } }}>
      <Lobby />
    </PageProvider>
  )
}

test('the home has sport once a sport game can be played', () => {
  renderForMember(<HomeWith sport={[race('n')]} />)
  expect(screen.getAllByRole('radio')).toHaveLength(2)
  cleanup()
  renderForMember(<HomeWith sport={[race('y')]} />)
  fireEvent.click(screen.getByRole('radio', { name: english.menu.sport }))
  expect(location.search).toBe('?type=sport')
  screen.getByRole('button', { name: /A race/ })
  expect(screen.getByRole('link', { name: new RegExp(english.menu.sport) }).getAttribute('href')).toMatch(
    /\/game\?type=sport$/,
  )
})

test('a search finds games of every kind, says which, and hides the others', async () => {
  const named = (code: string, en: string): GameTile => ({ ...race('y'), code, names: { ...race('y').names, en } })
  const casino = [named('moon-table', 'Moon table of the night races'), named('sun-table', 'Sun table')]
  renderForMember(<HomeWith sport={[race('y')]} casino={casino} />)
  expect(screen.queryByRole('heading', { name: `${english.menu.sport} 1` })).toBeNull()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'race' } })
  await screen.findByRole('heading', { name: `${english.menu.sport} 1` })
  screen.getByRole('button', { name: /A race/ })
  screen.getByRole('heading', { name: `${english.menu.casino} 1` })
  screen.getByRole('button', { name: /Moon table/ })
  expect(screen.queryByRole('button', { name: /Sun table/ })).toBeNull()
  // The kind that is chosen has nothing that matches.
  expect(screen.queryByRole('heading', { name: new RegExp(`^${english.menu.slot}`) })).toBeNull()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody plays this' } })
  await screen.findByText(english.home.noResults)
})

test('a slot company is a chip above the slots, not a tile', () => {
  renderForMember(<HomeWith sport={[]} slot={[{ code: 'own', used: 'y', imgUrl: '', name: 'Own Studio' }]} />)
  screen.getByRole('list', { name: english.home.provider })
  expect(screen.getAllByRole('button', { name: /Own Studio/ })).toHaveLength(1)
  screen.getByText(english.home.noGames)
})
