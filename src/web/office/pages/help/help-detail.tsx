import type { OfficeHelp } from '#contract/help.ts'
import { Button, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { formatMoment } from '#web/shared/format.ts'
import classes from '#web/office/kit/forms.module.css'
import { DetailHead, Facts } from '#web/office/kit/panel.tsx'
import { roundPath } from '#web/office/kit/round-path.ts'
import { showFailure, showSuccess, useMayCall, useMe, useOfficeAction } from '#web/office/kit/use-office.ts'
import { RoundLink } from './round-dialog.tsx'
import { isOpenHelp } from '#domain/help.ts'

/** One inquiry: opened first (the member then sees that it is being handled), then answered once. */
export function HelpDetail(props: { listed: OfficeHelp; onBack: () => void }): ReactNode {
  const t = useTranslations('office')
  const { timeZone } = useMe()
  const mayAct = useMayCall('answer-help')
  const subjectOf = useHelpSubject()
  const [opened, setOpened] = useState<{ help: OfficeHelp; suggestion: string | null } | null>(null)
  const [answered, setAnswered] = useState<OfficeHelp | null>(null)
  const open = useOfficeAction('open-help', (answer) => {
    if (answer.status === 'success') setOpened({ help: answer.help, suggestion: answer.suggestion })
    else showFailure(t('help.gone'))
  })
  const help = answered ?? (isOpenHelp(props.listed.state) ? (opened?.help ?? props.listed) : props.listed)
  return (
    <>
      <DetailHead onBack={props.onBack} title={subjectOf(help)} />
      <Facts
        facts={[
          [
            t('moneyRequest.member'),
            <>
              <Link href={`/members/${help.member.id}`}>{help.member.userId}</Link> · <span>{help.member.nick}</span> ·{' '}
              {t('moneyRequest.level', { level: help.member.level })}
            </>,
          ],
          [t('help.kind'), t(`help.kinds.${help.kind}`)],
          [t('help.category'), t(`help.categories.${help.category}`)],
          [t('moneyRequest.state'), t(`help.states.${help.state}`)],
          help.roundId === null || help.roundKind === null
            ? null
            : [t('help.round'), <RoundOf key="round" roundId={help.roundId} kind={help.roundKind} />],
          [t('moneyRequest.filedAt'), formatMoment(help.filedAt, timeZone)],
          help.openedBy === null ? null : [t('moneyRequest.owner'), t('help.openedBy', { by: help.openedBy })],
        ]}
      />
      <div className={classes.body}>
        {help.kind !== 'account' && <TextBlock label={t('help.contents')} text={help.contents} />}
        {help.reply === null ? null : (
          <TextBlock
            label={help.repliedBy === null ? t('help.reply') : t('help.repliedBy', { by: help.repliedBy })}
            text={help.reply}
          />
        )}
        {!isOpenHelp(help.state) ? null : !mayAct ? (
          <Text c="dimmed">{t('help.readOnly')}</Text>
        ) : opened === null ? (
          <Button loading={open.isPending} onClick={() => open.mutate({ id: help.id })}>
            {t('help.start')}
          </Button>
        ) : (
          <AnswerForm help={help} suggestion={opened.suggestion} onAnswered={setAnswered} />
        )}
      </div>
    </>
  )
}

/** The round of an inquiry: one of a table, or with decisions, has its page. */
function RoundOf({ roundId, kind }: { roundId: string; kind: NonNullable<OfficeHelp['roundKind']> }): ReactNode {
  const t = useTranslations('office.history')
  return kind === 'slot' ? <RoundLink roundId={roundId} /> : <Link href={roundPath(kind, roundId)}>{t('show')}</Link>
}

function TextBlock(props: { label: string; text: string }): ReactNode {
  return (
    <div>
      <h3 className={classes.label}>{props.label}</h3>
      <p className={classes.text}>{props.text}</p>
    </div>
  )
}

/**
 * The form of an answer. For the kind `account` the server writes the account and reference code; the operator may add
 * text.
 */
function AnswerForm(props: {
  help: OfficeHelp
  suggestion: string | null
  onAnswered: (help: OfficeHelp) => void
}): ReactNode {
  const t = useTranslations('office.help')
  const [contents, setContents] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isGenerated = props.suggestion !== null
  const action = useOfficeAction('answer-help', (answer) => {
    if (answer.status === 'success') {
      showSuccess(t('sent'))
      return props.onAnswered(answer.help)
    }
    if (answer.status === 'contents') return setMissing(true)
    return showFailure(answer.status === 'late' ? t('alreadyAnswered', { by: answer.by }) : t('gone'))
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isGenerated && contents.trim() === '') return setMissing(true)
    return action.mutate({ id: props.help.id, ...(contents.trim() === '' ? {} : { contents: contents.trim() }) })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {props.suggestion === null ? null : <TextBlock label={t('generatedReply')} text={props.suggestion} />}
      <Textarea
        label={isGenerated ? t('addition') : t('answer')}
        value={contents}
        maxLength={5_000}
        rows={isGenerated ? 3 : 6}
        onChange={(event) => {
          setContents(event.currentTarget.value)
          setMissing(false)
        }}
        error={isMissing ? t('required') : null}
      />
      <Button type="submit" loading={action.isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}

/** The subject of an inquiry; one for the deposit account was generated and has none of the member's. */
export function useHelpSubject(): (help: OfficeHelp) => string {
  const t = useTranslations('office')
  return (help) => (help.kind === 'account' || help.title === '' ? t(`help.kinds.${help.kind}`) : help.title)
}
