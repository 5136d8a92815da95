import type { Help } from '#contract/shapes.ts'
import { formatDate, formatMoment } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { Accordion, AccordionLine, Mark, PlainWords, Written } from '../accordion.tsx'
import { DeleteAll } from '../delete-all.tsx'
import { Card } from '../page-frame.tsx'
import { usePage } from '../page-data.ts'
import { PagedList } from '../paged-list.tsx'
import { StatusWord } from '../request-list.tsx'
import { useUser } from '../session.ts'
import { useSearchParameter } from '../use-search-parameter.ts'
import { AskedRound } from './asked-round.tsx'
import style from './help.module.css'
import { useAskedRound } from './use-asked-round.ts'
import { useDeleteHelps } from './use-delete-helps.ts'
import { useHelpList } from './use-help-list.ts'
import { useReadHelp } from './use-read-help.ts'

/** Inquiries and their replies; the one named in the address is open. */
export function HelpList(): ReactNode {
  const words = useTranslations('account.help')
  const [openId, setOpenId] = useSearchParameter('id')
  const [skip, setSkip] = useState(0)
  const query = useHelpList(skip, useUser()?.helpCount)
  const deleting = useDeleteHelps()
  return (
    <Card
      title={words('list')}
      action={(query.data?.helps.length ?? 0) > 0 && <DeleteAll label={words('deleteAll')} deleting={deleting} />}
    >
      <PagedList
        query={query}
        rowsOf={(data) => data.helps}
        awaited={{ rows: 5, height: 46 }}
        picture="helps"
        none={words('none')}
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
  const words = useTranslations('account.help')
  const { brand } = usePage().site
  const { mutate: markRead } = useReadHelp()
  // The house wrote this one, in its own language.
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
          {isAccount ? words('kindAccount') : <Written>{help.title}</Written>}
          {unread && <Mark>{words('unread')}</Mark>}
        </>
      }
      meta={
        <>
          <StatusWord status={help.status} />
          {formatDate(help.lastDate, brand.timeZone)}
        </>
      }
    >
      {help.roundId !== null && <RoundOf roundId={help.roundId} />}
      {!isAccount && help.contents !== '' && (
        <div className={style.asked}>
          <h3>{words('asked')}</h3>
          <PlainWords>{help.contents}</PlainWords>
        </div>
      )}
      {help.ref === null ? (
        <p>{words('noReply')}</p>
      ) : (
        <div className={style.reply}>
          <h3>
            {words('reply')} <span className="money">{formatMoment(help.ref.date, brand.timeZone)}</span>
          </h3>
          <PlainWords>{help.ref.contents}</PlainWords>
        </div>
      )}
    </AccordionLine>
  )
}

function RoundOf({ roundId }: { roundId: string }): ReactNode {
  const { data: bet } = useAskedRound(roundId)
  return bet ? <AskedRound bet={bet} /> : null
}
