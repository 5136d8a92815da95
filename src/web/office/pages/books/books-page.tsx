import type { OfficeBookRun } from '#contract/books.ts'
import type { OfficeAnswers } from '#contract/office-api.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Alert, Button, Progress } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import { Listed, take } from '#web/office/kit/listed.tsx'
import { ListAndDetail } from '#web/office/kit/panel.tsx'
import { Empty } from '#web/office/kit/states.tsx'
import { pollMs, showFailure, showSuccess, useMe, useOfficeAction, useOfficeRead } from '#web/office/kit/use-office.ts'
import classes from './books.module.css'
import { RunDetail } from './run-detail.tsx'
import { ClosedVersion } from './closed-version.tsx'
import { GameReturns } from './game-returns.tsx'
import { useRunLabels } from './run-labels.ts'

type Books = Extract<OfficeAnswers['get-books'], { status: 'success' }>

const runningPollMs = 1_000

/** Checks of the books: their current state, the past runs with their findings, and a button to start one. */
export function BooksPage(): ReactNode {
  const t = useTranslations('office.books')
  const [skip, setSkip] = useState(0)
  const [pickedId, setPickedId] = useState<string | null>(null)
  const read = useOfficeRead(
    'get-books',
    { skip, take },
    { poll: (data) => ((data?.open ?? null) === null ? pollMs : runningPollMs) },
  )
  const columns = useColumns(setPickedId)
  const runs = read.data?.runs ?? []
  return (
    <ListAndDetail
      title={t('title')}
      isDetailOpen={pickedId !== null}
      tools={<CheckNow isRunning={(read.data?.open ?? null) !== null} />}
      list={
        <>
          {read.data === undefined ? null : <BooksState books={read.data} />}
          {read.data?.closings.map((closing) => (
            <ClosedVersion key={closing.roundId} closing={closing} />
          ))}
          {read.data === undefined ? null : <GameReturns returns={read.data.returns} />}
          <Listed read={read} rowsOf={(data) => data.runs} empty={t('empty')} skip={skip} onSkip={setSkip}>
            {(rows) => (
              <DataTable
                label={t('title')}
                columns={columns}
                rows={rows}
                picked={pickedId}
                onPick={(run) => setPickedId(run.id)}
              />
            )}
          </Listed>
        </>
      }
      detail={
        pickedId === null ? (
          <Empty text={t('pick')} />
        ) : (
          <RunDetail
            key={pickedId}
            id={pickedId}
            listed={runs.find((run) => run.id === pickedId) ?? null}
            onBack={() => setPickedId(null)}
          />
        )
      }
    />
  )
}

function CheckNow(props: { isRunning: boolean }): ReactNode {
  const t = useTranslations('office.books')
  const action = useOfficeAction('check-books', (answer) =>
    answer.status === 'success' ? showSuccess(t('requested')) : showFailure(t('running')),
  )
  return (
    <Button size="xs" loading={action.isPending} disabled={props.isRunning} onClick={() => action.mutate({})}>
      {t('checkNow')}
    </Button>
  )
}

/** The state of the books, and what to do when a check found faults. */
function BooksState({ books }: { books: Books }): ReactNode {
  const t = useTranslations('office.books')
  const { timeZone } = useMe()
  const timeOf = (moment: string | null): string => formatMoment(moment, timeZone)
  return (
    <div className={classes.state}>
      {books.stoppedSince !== null ? (
        <Alert color="red" title={t('stopped', { time: timeOf(books.stoppedSince) })}>
          <span className={classes.steps}>{t('stoppedSteps')}</span>
        </Alert>
      ) : (
        <p className={classes.line} data-fine={books.last !== null || undefined}>
          {books.last === null ? t('none') : t('clean', { time: timeOf(books.last.endedAt) })}
        </p>
      )}
      <p className={classes.hint}>
        {books.everyMinutes === 0 ? t('never') : t('every', { minutes: books.everyMinutes })}
      </p>
      <Redraws redraws={books.redraws} timeOf={timeOf} />
      {books.open === null ? null : <Underway run={books.open} of={books.checks} />}
    </div>
  )
}

/** How often rounds were redrawn from their seeds (the same round again and again), and those that could not be or that differed. */
function Redraws(props: { redraws: Books['redraws']; timeOf: (moment: string | null) => string }): ReactNode {
  const t = useTranslations('office.books')
  const { anHour, redrawn, oldScheme, lostKey, different, at } = props.redraws
  return (
    <>
      <p className={classes.hint}>
        {at === null ? t('redrawnNone') : t('redrawn', { times: redrawn, anHour, time: props.timeOf(at) })}{' '}
        {oldScheme + lostKey > 0 ? t('redrawnLeft', { old: oldScheme, lost: lostKey }) : null}
      </p>
      {different > 0 ? <Alert color="red">{t('redrawnDiffer', { count: different })}</Alert> : null}
    </>
  )
}

function Underway({ run, of }: { run: OfficeBookRun; of: number }): ReactNode {
  const t = useTranslations('office.books')
  const label = run.beganAt === null ? t('waits') : t('progress', { done: run.done, of })
  return (
    <output className={classes.underway}>
      <span>{label}</span>
      <Progress value={(run.done / Math.max(1, of)) * 100} aria-label={label} animated />
    </output>
  )
}

function useColumns(pick: (id: string) => void): TableColumn<OfficeBookRun>[] {
  const t = useTranslations('office.books')
  const { timeZone } = useMe()
  const labels = useRunLabels()
  return [
    {
      id: 'began',
      header: t('startedAt'),
      cell: (run) => (
        <button type="button" className={classes.pick} onClick={() => pick(run.id)}>
          {formatMoment(run.beganAt ?? run.askedAt, timeZone)}
        </button>
      ),
    },
    {
      id: 'result',
      header: t('result'),
      cell: (run) => (
        <span className={classes.result} data-outcome={run.outcome ?? 'open'}>
          {labels.result(run)}
        </span>
      ),
    },
    { id: 'why', header: t('trigger'), kind: 'narrow', cell: labels.why },
    { id: 'took', header: t('duration'), kind: 'money narrow', cell: labels.took },
    { id: 'rows', header: t('rows'), kind: 'money', cell: labels.rows },
  ]
}
