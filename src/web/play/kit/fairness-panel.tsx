import { useEffect, useId, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PlayAnswers } from '#contract/play-api.ts'
import type { Fairness } from '#contract/slot.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog } from '#web/shared/dialog.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import type { PlayCall } from './calls.ts'
import { CopyValue } from './copy-value.tsx'
import style from './fairness-panel.module.css'

type Revealed = Extract<PlayAnswers['rotate-seed'], { status: 'success' }>['revealed']
type Outcome = 'changed' | 'rotated' | 'openRound' | 'failed'

/** What the server accepts as a client seed. */
const clientSeedShape = /^[\x21-\x7e]{1,64}$/

/** The committed server seed, the client seed and the next round number; both seeds can be changed between rounds. */
export function FairnessPanel({ call, onClose }: { call: PlayCall; onClose: () => void }): ReactNode {
  const t = useTranslations('play.fairness')
  const [fairness, setFairness] = useState<Fairness | null>(null)
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void call('get-session', {}).then((end) => {
      if (end.kind === 'answer') setFairness(end.answer.fairness)
      else setOutcome('failed')
    })
  }, [call])

  const rotate = async () => {
    setBusy(true)
    const end = await call('rotate-seed', {})
    setBusy(false)
    if (end.kind !== 'answer') return setOutcome('failed')
    if (end.answer.status !== 'success') return setOutcome('openRound')
    setFairness(end.answer.fairness)
    setRevealed(end.answer.revealed)
    setOutcome('rotated')
  }
  const change = async (clientSeed: string) => {
    setBusy(true)
    const end = await call('set-client-seed', { clientSeed })
    setBusy(false)
    if (end.kind !== 'answer') return setOutcome('failed')
    if (end.answer.status !== 'success') return setOutcome('openRound')
    setFairness(end.answer.fairness)
    setOutcome('changed')
  }

  return (
    <Dialog title={t('title')} onClose={onClose} size="sheet">
      <div className={style.panel}>
        <p>{t('text')}</p>
        {fairness === null && outcome !== 'failed' && <Skeleton rows={3} height={44} />}
        {fairness && (
          <dl className={style.list}>
            <CopyValue term={t('serverSeedHash')} value={fairness.serverSeedHash} />
            <CopyValue term={t('clientSeed')} value={fairness.clientSeed} />
            <CopyValue term={t('nonce')} value={String(fairness.nonce)} />
            {revealed && <CopyValue term={t('revealed')} value={revealed.serverSeed} />}
            {revealed && <CopyValue term={t('revealedHash')} value={revealed.serverSeedHash} />}
          </dl>
        )}
        {revealed && <p>{t('howToCheck')}</p>}
        <output className={style.outcome}>{outcome ? t(outcome) : ''}</output>
        {fairness && <ClientSeedForm busy={busy} onChange={(seed) => void change(seed)} />}
        {fairness && (
          <div className={style.row}>
            <p className={style.grow}>{t('rotateText')}</p>
            <Button busy={busy} onClick={() => void rotate()}>
              {t('rotate')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function ClientSeedForm({ busy, onChange }: { busy: boolean; onChange: (seed: string) => void }): ReactNode {
  const t = useTranslations('play.fairness')
  const [seed, setSeed] = useState('')
  const [wrong, setWrong] = useState(false)
  const field = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fits = clientSeedShape.test(seed)
    setWrong(!fits)
    if (!fits) return
    onChange(seed)
    setSeed('')
  }
  return (
    <form className={style.row} onSubmit={submit} noValidate>
      <div className={style.grow}>
        <label htmlFor={field}>{t('newClientSeed')}</label>
        <input
          id={field}
          className={style.input}
          value={seed}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={wrong || undefined}
          aria-describedby={`${field}-rule`}
          onChange={(event) => setSeed(event.target.value)}
        />
        <p id={`${field}-rule`} className={wrong ? style.wrong : style.rule}>
          {t('clientSeedRule')}
        </p>
      </div>
      <Button type="submit" busy={busy}>
        {t('change')}
      </Button>
    </form>
  )
}
