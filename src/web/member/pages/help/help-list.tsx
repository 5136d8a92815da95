import type { Help } from '#contract/help.ts'
import { formatDate, formatMoment } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { Accordion, AccordionLine, Mark, PlainText, UserText } from '#web/member/kit/accordion.tsx'
import { DeleteAll } from '#web/member/kit/delete-all.tsx'
import { Card } from '#web/member/frame/page-frame.tsx'
import { usePage } from '#web/member/page-data.ts'
import { PagedList } from '#web/member/kit/paged-list.tsx'
import { StatusLabel } from '#web/member/kit/status-label.tsx'
import { useUser } from '#web/member/session/session.ts'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import { InquiryRound } from './inquiry-round.tsx'
import style from './help.module.css'
import { useInquiryRound } from './use-inquiry-round.ts'
import { useDeleteHelps } from './use-delete-helps.ts'
import { useHelpList } from './use-help-list.ts'
import { useReadHelp } from './use-read-help.ts'

/** Inquiries and their replies; the one in the URL is expanded. */
export function HelpList(): ReactNode {
  const t = useTranslations('help')
  const [openId, setOpenId] = useSearchParameter('id')
  const [skip, setSkip] = useState(0)
  const query = useHelpList(skip, useUser()?.helpCount)
  const deleting = useDeleteHelps()
  return (
    <Card
      title={t('list')}
      action={(query.data?.helps.length ?? 0) > 0 && <DeleteAll label={t('deleteAll')} deleting={deleting} />}
    >
      <PagedList
        query={query}
        rowsOf={(data) => data.helps}
        awaited={{ rows: 5, height: 46 }}
        picture="helps"
        none={t('none')}
        skip={skip}
        onSkip={setSkip}
      >
        {(helps) => (
          <Accordion>
            {helps.map((help) => (
              <HelpLine
                key={help.id}
                help={help}
                open={help.id === openId}
                onToggle={() => setOpenId(help.id === openId ? '' : help.id)}
              />
            ))}
          </Accordion>
        )}
      </PagedList>
    </Card>
  )
}

function HelpLine({ help, open, onToggle }: { help: Help; open: boolean; onToggle: () => void }): ReactNode {
  const t = useTranslations('help')
  const { brand } = usePage().site
  const { mutate: markRead } = useReadHelp()
  // The server generated this inquiry in its own language.
  const isAccount = help.kind === 'account'
  const unread = help.ref !== null && !help.read
  useEffect(() => {
    if (open && unread) markRead(help.id)
  }, [open, unread, help.id, markRead])
  return (
    <AccordionLine
      open={open}
      onToggle={onToggle}
      title={
        <>
          {isAccount ? t('kindAccount') : <UserText>{help.title}</UserText>}
          {unread && <Mark>{t('unread')}</Mark>}
        </>
      }
      meta={
        <>
          <StatusLabel status={help.status} />
          {formatDate(help.lastDate, brand.timeZone)}
        </>
      }
    >
      {help.roundId !== null && <RoundOf roundId={help.roundId} />}
      {!isAccount && help.contents !== '' && (
        <div className={style.question}>
          <h3>{t('question')}</h3>
          <PlainText>{help.contents}</PlainText>
        </div>
      )}
      {help.ref === null ? (
        <p>{t('noReply')}</p>
      ) : (
        <div className={style.reply}>
          <h3>
            {t('reply')} <span className="money">{formatMoment(help.ref.date, brand.timeZone)}</span>
          </h3>
          <PlainText>{help.ref.contents}</PlainText>
        </div>
      )}
    </AccordionLine>
  )
}

function RoundOf({ roundId }: { roundId: string }): ReactNode {
  const { data: bet } = useInquiryRound(roundId)
  return bet ? <InquiryRound bet={bet} /> : null
}
