import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { ExclusionCard } from '#web/member/lazy-cards.tsx'
import { Card } from '#web/member/frame/page-frame.tsx'
import { MyPageFrame } from '#web/member/kit/my-page-frame.tsx'
import { BetList } from '#web/member/pages/history/bet-list-card.tsx'
import { SharedRounds } from '#web/member/pages/replay/shared-rounds-card.tsx'
import { BlockNotice } from './block-notice.tsx'

/** My page at its first tab: what was played, what of it is shared, and why nothing can be played now. */
export function Page(): ReactNode {
  const history = useTranslations('history')
  const replay = useTranslations('replay')
  return (
    <MyPageFrame tab="play">
      <BlockNotice />
      <ExclusionCard />
      <Card title={history('title')} wide>
        <BetList />
      </Card>
      <Card title={replay('list')} wide>
        <SharedRounds />
      </Card>
    </MyPageFrame>
  )
}
