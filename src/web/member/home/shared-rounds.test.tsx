import { anySlot } from '#test/any-slot.ts'
import { cleanup, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { ListedReplay } from '#contract/replay.ts'
import { english, renderForMember } from '#test/forms.tsx'
import { PageProvider, usePage } from '#web/member/page-data.ts'
import { SharedRounds } from './shared-rounds.tsx'

afterEach(cleanup)

const replays: ListedReplay[] = [
  {
    id: 'r1',
    game: anySlot.code,
    names: anySlot.names,
    multiple: '12.5',
    rtp: '96.1',
    day: '2026-11-20',
  },
]

function HomeWithReplays(): ReactNode {
  const page = usePage()
  return (
    <PageProvider value={{ ...page, site: { ...page.site, replays } }}>
      <SharedRounds />
    </PageProvider>
  )
}

test('a listed round has its multiple with the return beside it, and most rounds are said to lose', () => {
  renderForMember(<HomeWithReplays />)
  const rounds = screen.getByRole('region', { name: english.home.sharedRounds })
  expect(within(rounds).getByText(english.home.mostLose)).toBeDefined()
  const link = within(rounds).getByRole('link')
  expect(link.textContent).toBe(`${anySlot.names.en}×12.5RTP 96.1% · 2026-11-20`)
  expect(link.getAttribute('href')).toBe(`/play/${anySlot.code}?watch=r1&l=en`)
})
