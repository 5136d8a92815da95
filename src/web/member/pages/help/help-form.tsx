import { helpCategories, type HelpCategory } from '#domain/help.ts'
import { confirm } from '#web/shared/confirm.tsx'
import { Button } from '#web/shared/button.tsx'
import { TextArea, TextField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { SelectField } from '#web/shared/select-field.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import form from '#web/member/kit/form.module.css'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import { ShowOpenHelps } from '#web/member/kit/show-open-helps.tsx'
import { useRequestIds } from '#web/shared/request-id.ts'
import style from './help.module.css'
import { InquiryRound } from './inquiry-round.tsx'
import { useInquiryRound } from './use-inquiry-round.ts'
import { useWriteHelp } from './use-write-help.ts'

/** The answer to an inquiry beyond the limit. */
type Waiting = { open: number; hidden: number }

type Problem = { field: 'title' | 'contents'; text: string } | null

/** Checks title (msg2024), then contents (msg2025), then confirms (msg2222), in the order of spec §5. */
export function HelpForm(): ReactNode {
  const t = useTranslations('help')
  const more = useTranslations('helpFaq')
  const messages = useTranslations('messages')
  const write = useWriteHelp()
  const [roundId, setRoundId] = useSearchParameter('round')
  const { data: bet } = useInquiryRound(roundId)
  const [typed, setTitle] = useState<string | null>(null)
  // For an inquiry about a round the title is prefilled with the game until the member types one.
  const title = typed ?? (roundId !== '' && bet ? t('roundTitle', { game: bet.gameName }) : '')
  const [contents, setContents] = useState('')
  const [chosen, setCategory] = useState<HelpCategory | null>(null)
  const category = chosen ?? (roundId !== '' && bet ? 'game' : 'other')
  const [problem, setProblem] = useState<Problem>(null)
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const ids = useRequestIds('user-write-help')
  const submit = async () => {
    if (title.trim() === '') return setProblem({ field: 'title', text: messages('msg2024') })
    if (contents.trim() === '') return setProblem({ field: 'contents', text: messages('msg2025') })
    setProblem(null)
    setWaiting(null)
    if (!(await confirm({ title: messages('msg2222'), confirmLabel: t('send'), cancelLabel: t('keepWriting') }))) return
    try {
      const about = roundId !== '' && bet ? { roundId: bet.roundId } : {}
      const inquiry = { title: title.trim(), contents: contents.trim(), category, ...about }
      const answer = await write.mutateAsync({ requestId: ids.of(JSON.stringify(inquiry)), ...inquiry })
      ids.answered()
      if (answer.status === 'wait') return setWaiting({ open: answer.open, hidden: answer.hidden })
      if (answer.status === 'fail' || answer.status === 'conflict') return toast(messages('msg2027'), 'danger')
      toast(messages('msg2026'), 'success')
      setTitle(null)
      setCategory(null)
      setContents('')
      setRoundId('')
    } catch {
      toast(messages('msg2027'), 'danger')
    }
  }
  return (
    <Form className={form.form} busy={write.isPending} onSubmit={submit}>
      {roundId !== '' && bet && <InquiryRound bet={bet} onRemove={() => setRoundId('')} />}
      {roundId !== '' && bet === null && <p role="alert">{t('roundGone')}</p>}
      <SelectField
        label={more('category')}
        value={category}
        onChange={(value) => setCategory(helpCategories.find((one) => one === value) ?? null)}
        options={helpCategories.map((value) => ({ value, label: more(`categories.${value}`) }))}
      />
      <TextField
        label={t('subject')}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        error={problem?.field === 'title' ? problem.text : undefined}
      />
      <TextArea
        label={t('contents')}
        maxLength={5000}
        value={contents}
        onChange={(event) => setContents(event.target.value)}
        error={problem?.field === 'contents' ? problem.text : undefined}
      />
      {waiting && (
        <div className={style.waiting} role="alert">
          <p>{t('tooMany', { open: waiting.open })}</p>
          {waiting.hidden > 0 && <ShowOpenHelps hidden={waiting.hidden} onShown={() => setWaiting(null)} />}
        </div>
      )}
      <Button type="submit" variant="gilt" wide busy={write.isPending}>
        {t('send')}
      </Button>
    </Form>
  )
}
