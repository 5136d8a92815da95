import type { Help } from '#contract/shapes.ts'
import { ask } from '#web/shared/ask.tsx'
import { Button } from '#web/shared/button.tsx'
import { formatDate, formatMoment } from '#web/shared/format.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { Accordion, AccordionLine, Mark, PlainWords } from '../accordion.tsx'
import { EmptyList } from '../empty-list.tsx'
import { Card } from '../page-frame.tsx'
import { usePage } from '../page-data.ts'
import { Pager } from '../pager.tsx'
import { StatusWord } from '../request-list.tsx'
import { useUser } from '../session.ts'
import { useSearchParameter } from '../use-search-parameter.ts'
import style from './help.module.css'
import { useDeleteHelps } from './use-delete-helps.ts'
import { useHelpList } from './use-help-list.ts'
import { useReadHelp } from './use-read-help.ts'

/** Inquiries and their replies; the one named in the address is open. */
export function HelpList(): ReactNode {
  const words = useTranslations('account.help')
  const [openId, setOpenId] = useSearchParameter('id')
  const [skip, setSkip] = useState(0)
  const { data, error, refetch } = useHelpList(skip, useUser()?.helpCount)
  return (
    <Card title={words('list')} action={(data?.helps.length ?? 0) > 0 && <DeleteAll />}>
      {data === undefined &&
        (error === null ? <Skeleton rows={5} height={46} /> : <Failure error={error} retry={() => void refetch()} />)}
      {data?.helps.length === 0 && <EmptyList of="helps">{words('none')}</EmptyList>}
      {data !== undefined && data.helps.length > 0 && (
        <Accordion>
          {data.helps.map((help) => (
            <HelpLine
              key={help.id}
              help={help}
              open={help.id === openId}
              onToggle={() => setOpenId(help.id === openId ? '' : help.id)}
            />
          ))}
        </Accordion>
      )}
      {data !== undefined && <Pager skip={skip} maxCount={data.maxCount} onSkip={setSkip} />}
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
          {isAccount ? words('kindAccount') : help.title}
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
      {!isAccount && help.contents !== '' && <PlainWords>{help.contents}</PlainWords>}
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

function DeleteAll(): ReactNode {
  const words = useTranslations('account.help')
  const messages = useTranslations('messages')
  const deleting = useDeleteHelps()
  const press = async () => {
    const question = { title: messages('msg2221'), act: words('deleteAll'), stay: words('keep') }
    if (!(await ask({ ...question, look: 'danger' }))) return
    const gone = await deleting.mutateAsync().then(
      (answer) => answer.status === 'success',
      () => false,
    )
    toast(messages(gone ? 'msg2053' : 'msg2054'), gone ? 'success' : 'danger')
  }
  return (
    <Button look="quiet" busy={deleting.isPending} onClick={() => void press()}>
      {words('deleteAll')}
    </Button>
  )
}
