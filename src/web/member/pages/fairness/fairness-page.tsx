import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { PageFrame } from '#web/member/frame/page-frame.tsx'
import { BooksCard } from './books-card.tsx'
import { BoundsCard, RulesCard } from './rules-card.tsx'
import { FilesCard } from './files-card.tsx'
import { Story } from './story.tsx'
import { VerifyCard } from './verify-card.tsx'
import style from './fairness.module.css'

/** How results are sealed and verified, a form that verifies a round, and the state of the books; for guests too. */
export function Page(): ReactNode {
  const t = useTranslations('fairness')
  return (
    <PageFrame title={t('title')}>
      <p className={style.lead}>{t('lead')}</p>
      <Story />
      <VerifyCard />
      <BooksCard />
      <BoundsCard />
      <RulesCard />
      <FilesCard />
    </PageFrame>
  )
}
