import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { MemberAnswers } from '#contract/member-api.ts'
import type { OwnReplay } from '#contract/replay.ts'
import { call } from './api.ts'
import { Button } from './button.tsx'
import { CheckField } from './field.tsx'
import { Skeleton } from './skeleton.tsx'
import { Failure, useErrorMessage } from './states.tsx'
import style from './share-round.module.css'

/** Whether the round is shared, and whether the member ever agreed to share. */
type Shown = { replay: OwnReplay | null; agreed: boolean }

/** Shares a round of the member, lets it be listed, and takes it back. Off until the member chooses; asked once. */
export function ShareRound({ roundId }: { roundId: string }): ReactNode {
  const [shown, setShown] = useState<Shown | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    call('get-own-replay', { roundId }, { signal: abort.signal }).then(
      ({ replay, agreed }) => setShown({ replay, agreed }),
      (error: unknown) => {
        if (!abort.signal.aborted) setFailed(error)
      },
    )
    return () => abort.abort()
  }, [roundId, loads])
  const retry = () => {
    setFailed(null)
    setLoads(loads + 1)
  }
  if (shown === null)
    return failed === null ? <Skeleton rows={3} height={44} /> : <Failure error={failed} retry={retry} />
  return <ShareForm {...{ roundId, shown }} onChange={setShown} />
}

type Refusal = Exclude<MemberAnswers['share-round']['status'], 'success' | 'consent'>

const refusalKeys = {
  'open-round': 'openRound',
  unfit: 'unfit',
  many: 'many',
  house: 'house',
  none: 'none',
} as const satisfies Record<Refusal, string>

function ShareForm(props: { roundId: string; shown: Shown; onChange: (shown: Shown) => void }): ReactNode {
  const { roundId, shown, onChange } = props
  const { replay } = shown
  const t = useTranslations('replay')
  const errorMessage = useErrorMessage()
  const [listed, setListed] = useState(replay?.listed ?? false)
  const [agreed, setAgreed] = useState(shown.agreed)
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState('')
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem('')
    setDone('')
    await work().catch((error: unknown) => setProblem(errorMessage(error)))
    setBusy(false)
  }
  const share = () =>
    act(async () => {
      if (!agreed) return setProblem(t('mustAgree'))
      const answer = await call('share-round', { roundId, listed, agreed })
      if (answer.status === 'consent') return setProblem(t('mustAgree'))
      if (answer.status !== 'success') return setProblem(t(refusalKeys[answer.status]))
      setDone(t(replay === null ? 'shared' : 'saved'))
      return onChange({ replay: answer.replay, agreed: true })
    })
  const takeBack = () =>
    act(async () => {
      if (replay === null) return
      await call('take-back-replay', { id: replay.id })
      setListed(false)
      setDone(t('takenBack'))
      onChange({ replay: null, agreed: true })
    })
  return (
    <div className={style.form}>
      <p>{t('text')}</p>
      <p className={style.second}>{t('shows')}</p>
      {!shown.agreed && (
        <CheckField label={t('agree')} checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
      )}
      <CheckField label={t('listed')} checked={listed} onChange={(event) => setListed(event.target.checked)} />
      <p className={style.second}>{t('listedHint')}</p>
      {replay !== null && <Address replay={replay} />}
      {problem !== '' && (
        <p role="alert" className={style.problem}>
          {problem}
        </p>
      )}
      <output className={style.done}>{done}</output>
      <div className={style.actions}>
        {replay !== null && <TakeBack busy={busy} onTakeBack={() => void takeBack()} />}
        <Button
          variant="gilt"
          busy={busy}
          disabled={replay !== null && replay.listed === listed}
          onClick={() => void share()}
        >
          {t(replay === null ? 'share' : 'save')}
        </Button>
      </div>
    </div>
  )
}

/** The address under which everyone may watch; without a language, so that each sees their own. */
export function addressOf({ game, id }: Pick<OwnReplay, 'game' | 'id'>): string {
  return `${location.origin}/play/${game}?watch=${id}`
}

function Address({ replay }: { replay: OwnReplay }): ReactNode {
  const t = useTranslations('replay')
  const [copied, setCopied] = useState(false)
  const address = addressOf(replay)
  const copy = () => void navigator.clipboard?.writeText(address).then(() => setCopied(true))
  return (
    <div className={style.address}>
      <span className={style.second}>{t('address')}</span>
      <code className={style.code}>{address}</code>
      <span className={style.actions}>
        <a className={style.link} href={address} target="_blank" rel="noopener">
          {t('watch')}
        </a>
        <Button onClick={copy}>{t(copied ? 'copied' : 'copy')}</Button>
      </span>
    </div>
  )
}

/** Asks once more, because the address never works again. */
export function TakeBack(props: { label?: string; busy: boolean; onTakeBack: () => void }): ReactNode {
  const t = useTranslations('replay')
  const [asks, setAsks] = useState(false)
  if (!asks) {
    return (
      <Button variant="quiet" busy={props.busy} aria-label={props.label} onClick={() => setAsks(true)}>
        {t('takeBack')}
      </Button>
    )
  }
  return (
    <section className={style.question} aria-label={t('takeBack')}>
      <p>{t('confirm')}</p>
      <Button onClick={() => setAsks(false)}>{t('keep')}</Button>
      <Button
        variant="danger"
        busy={props.busy}
        onClick={() => {
          setAsks(false)
          props.onTakeBack()
        }}
      >
        {t('takeBack')}
      </Button>
    </section>
  )
}
