import type { Notice } from '#contract/notice.ts'
import { formatDate } from '#web/shared/format.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { Accordion, AccordionLine, SafeHtml, UserText } from '#web/member/kit/accordion.tsx'
import { EmptyList } from '#web/member/kit/empty-list.tsx'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { usePage } from '#web/member/page-data.ts'
import { Pager } from '#web/member/kit/pager.tsx'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import { useNotice } from './use-notice.ts'
import { useNotices } from './use-notices.ts'

/** Notices; the one in the URL is expanded, and shown first when the list does not contain it. */
export function Page(): ReactNode {
  const t = useTranslations('notice')
  const [openId, setOpenId] = useSearchParameter('id')
  const [skip, setSkip] = useState(0)
  const { data, error, refetch } = useNotices(skip)
  const missing = data !== undefined && openId !== '' && !data.notices.some((notice) => notice.id === openId)
  const named = useNotice(openId, missing).data
  const notices = [
    ...(missing && named?.status === 'success' ? [named.notice] : []),
    ...(data === undefined ? [] : data.notices),
  ]
  return (
    <PageFrame title={t('title')}>
      <Card wide>
        {missing && named?.status === 'none' && <p role="alert">{t('gone')}</p>}
        {data === undefined &&
          (error === null ? <Skeleton rows={6} height={46} /> : <Failure error={error} retry={() => void refetch()} />)}
        {data !== undefined && notices.length === 0 && <EmptyList of="notices">{t('none')}</EmptyList>}
        {notices.length > 0 && (
          <Accordion>
            {notices.map((notice) => (
              <NoticeLine
                key={notice.id}
                notice={notice}
                open={notice.id === openId}
                onToggle={() => setOpenId(notice.id === openId ? '' : notice.id)}
              />
            ))}
          </Accordion>
        )}
        {data !== undefined && <Pager skip={skip} maxCount={data.maxCount} onSkip={setSkip} />}
      </Card>
    </PageFrame>
  )
}

function NoticeLine(props: { notice: Notice; open: boolean; onToggle: () => void }): ReactNode {
  const { brand } = usePage().site
  return (
    <AccordionLine
      open={props.open}
      onToggle={props.onToggle}
      title={<UserText>{props.notice.title}</UserText>}
      meta={formatDate(props.notice.lastDate, brand.timeZone)}
    >
      <NoticeContents notice={props.notice} wanted={props.open} />
    </AccordionLine>
  )
}

/** The text of a notice; the list leaves long ones out, so that they are read once they are wanted. */
function NoticeContents({ notice, wanted }: { notice: Notice; wanted: boolean }): ReactNode {
  const t = useTranslations('notice')
  const { data, error, refetch } = useNotice(notice.id, wanted && notice.contents === '')
  if (notice.contents !== '') return <SafeHtml html={notice.contents} />
  if (data?.status === 'success') return <SafeHtml html={data.notice.contents} />
  if (data?.status === 'none') return <p role="alert">{t('gone')}</p>
  return error === null ? <Skeleton rows={3} height={24} /> : <Failure error={error} retry={() => void refetch()} />
}
