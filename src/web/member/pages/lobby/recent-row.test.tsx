import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReactNode } from 'react'
import type { GameTile } from '#contract/lobby.ts'
import { queryClient } from '#web/member/kit/query-client.ts'
import { PageProvider, usePage } from '#web/member/page-data.ts'
import { english, renderForMember, useFakeServer } from '#test/forms.tsx'
import { RecentRow } from './recent-row.tsx'
import { useRecentGames } from './use-recent-games.ts'

const server = useFakeServer()

beforeEach(() => localStorage.clear())
afterEach(leave)

/** Leaves the page; a later visit loads everything again. */
function leave(): void {
  cleanup()
  queryClient.clear()
}

const race: GameTile = {
  code: 'race',
  gameCompany: 'own',
  used: 'y',
  imgUrl: '',
  name: '',
  names: { ko: '', en: 'Moon race', jp: '', vn: '', cn: '' },
  features: [],
  isNew: false,
  released: '2026-11-20T01:00:00.000Z',
}

function Recent(): ReactNode {
  const page = usePage()
  const recent = useRecentGames()
  if (recent === 'unknown') return <output>unknown</output>
  return (
    <PageProvider value={{ ...page, site: { ...page.site, sport: [race] } }}>
      <RecentRow codes={recent} onPress={() => undefined} />
    </PageProvider>
  )
}

test('recent games are unknown until the first answer, and there at once on a later visit', async () => {
  const answer = Promise.withResolvers<Record<string, unknown>>()
  server.reply('get-recent-games', answer.promise)
  renderForMember(<Recent />)
  screen.getByText('unknown')
  await act(async () => answer.resolve({ status: 'success', games: [{ code: 'race', gameCompany: 'own' }] }))
  const row = await screen.findByRole('region', { name: english.lobby.recent })
  expect(
    within(row)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Moon race'])
  leave()
  server.reply('get-recent-games', new Promise<never>(() => undefined))
  renderForMember(<Recent />)
  screen.getByRole('region', { name: english.lobby.recent })
})

test('there is no row without recent games, nor where they cannot be loaded', async () => {
  for (const reply of [{ status: 'success', games: [] }, 400] as const) {
    server.reply('get-recent-games', reply)
    renderForMember(<Recent />)
    await act(() => vi.waitFor(() => expect(screen.queryByText('unknown')).toBeNull(), 10_000))
    expect(screen.queryByRole('region')?.getAttribute('aria-label')).not.toBe(english.lobby.recent)
    leave()
    localStorage.clear()
  }
})
