import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { ExclusionCard } from '#web/member/lazy-cards.tsx'
import { Card } from '#web/member/frame/page-frame.tsx'
import { MyPageFrame } from '#web/member/kit/my-page-frame.tsx'
import { Link } from '#web/member/navigation.tsx'
import { BetList } from '#web/member/pages/history/bet-list-card.tsx'
import { BlockCard } from './block-card.tsx'

/** My page at its first tab: what was played, and why nothing can be played now. */
export function Page(): ReactNode {
  const history = useTranslations('history')
  return (
    <MyPageFrame tab="play">
      <BlockCard />
      <ExclusionCard />
      <Card
        title={history('title')}
        action={
          <Link to="/shared" className={buttonClass('quiet')}>
            {history('shared')}
          </Link>
        }
        wide
      >
        <BetList />
      </Card>
    </MyPageFrame>
  )
}
