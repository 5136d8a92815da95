import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReactNode } from 'react'
import type { GameTile } from '#contract/lobby.ts'
import { queryClient } from '#web/member/kit/query-client.ts'
import { PageProvider, usePage } from '#web/member/page-data.ts'
import { english, renderForMember, useFakeServer } from '#test/forms.tsx'
import { Page } from './game-page.tsx'

const server = useFakeServer()

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/game?type=slot')
  server.reply('get-recent-games', { status: 'success', games: [] })
  server.reply('get-favourites', { status: 'success', games: [] })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  history.replaceState(null, '', '/')
})

const tile = (code: string, en: string): GameTile => ({
  code,
  gameCompany: 'own',
  used: 'y',
  imgUrl: '',
  name: '',
  names: { ko: '', en, jp: '', vn: '', cn: '' },
  features: [],
  isNew: false,
  released: '2026-11-20T01:00:00.000Z',
})

function Lobby(): ReactNode {
  const page = usePage()
  const offer = { casino: [tile('moon', 'Moon table'), tile('sun', 'Sun table')], sport: [tile('race', 'Moon race')] }
  return (
    <PageProvider value={{ ...page, site: { ...page.site, ...offer } }}>
      <Page />
    </PageProvider>
  )
}

test('a search in one kind finds games of the others, each below the name of its kind', async () => {
  // The document of the tests does not know the element `search`, and React says so.
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await act(async () => renderForMember(<Lobby />))
  expect(printed.mock.calls.filter(([text]) => !String(text).includes('<%s>'))).toEqual([])
  await screen.findByText(english.lobby.none)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'moon' } })
  const casino = await screen.findByRole('region', { name: english.menu.casino })
  within(casino).getByRole('heading', { name: `${english.menu.casino} 1` })
  within(casino).getByText('Moon table')
  within(screen.getByRole('region', { name: english.menu.sport })).getByText('Moon race')
  expect(screen.queryByText('Sun table')).toBeNull()
  expect(screen.queryByRole('region', { name: english.menu.slot })).toBeNull()
})
