import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Fairness } from '#contract/slot.ts'
import { withLocale } from '#i18n/locales.ts'
import { Button, buttonClass } from '#web/shared/button.tsx'
import { Dialog } from '#web/shared/dialog.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useStore } from '#web/shared/store.ts'
import { clientSeedShape } from './client-seed.ts'
import { CopyValue } from './copy-value.tsx'
import { SeedEvidence } from './seed-evidence-section.tsx'
import { SeedFaults } from './seed-faults.tsx'
import type { SeedKeeper } from './seed-keeper.ts'
import { SeedPairs } from './seed-pairs.tsx'
import type { BeginEnd } from './seed-step.ts'
import { useSeedPairs } from './use-seed-pairs.ts'
import style from './fairness-panel.module.css'

/**
 * The seed pair in use, the commitment of the next one, the form that begins it, the pairs before it and the evidence
 * that this browser stores.
 */
export function FairnessPanel({ seeds, onClose }: { seeds: SeedKeeper; onClose: () => void }): ReactNode {
  const t = useTranslations('play.fairness')
  const { fairness, faults, sent } = useStore(seeds.state)
  const listed = useSeedPairs(seeds.call)
  const [loaded, setLoaded] = useState<'loading' | 'ok' | 'failed'>('loading')
  const [end, setEnd] = useState<BeginEnd | null>(null)
  useEffect(() => {
    void seeds.readSession().then((session) => setLoaded(session.kind === 'answer' ? 'ok' : 'failed'))
  }, [seeds])
  const begin = async (clientSeed: string, isAgain: boolean) => {
    const ended = await seeds.begin(clientSeed, isAgain)
    setEnd(ended)
    if (ended.kind === 'begun') listed.reload()
    return ended.kind === 'begun'
  }
  return (
    <Dialog title={t('title')} onClose={onClose} size="sheet">
      <div className={style.panel}>
        <SeedFaults faults={faults} />
        <p>{t('text')}</p>
        {loaded === 'loading' && <Skeleton rows={4} height={44} />}
        {loaded === 'failed' && <p role="alert">{t('failed')}</p>}
        {loaded === 'ok' && (
          <>
            <PairInUse fairness={fairness} />
            <output className={style.outcome}>{end ? outcomeText(t, end, fairness) : ''}</output>
            <SeedForm fairness={fairness} sent={sent} propose={seeds.propose} onBegin={begin} />
          </>
        )}
        <SeedPairs listed={listed} />
        <SeedEvidence seeds={seeds} />
        <VerifierLink />
      </div>
    </Dialog>
  )
}

/** The page that verifies rounds, in a tab of its own: the window stays as it is. */
function VerifierLink(): ReactNode {
  const t = useTranslations('play.fairness')
  const locale = useLocaleCode()
  return (
    <a className={buttonClass('plain')} href={withLocale(locale, '/fairness')} target="_blank" rel="noopener">
      {t('verifier')}
    </a>
  )
}

function outcomeText(
  t: ReturnType<typeof useTranslations<'play.fairness'>>,
  end: BeginEnd,
  { pair }: Fairness,
): string {
  return end.kind === 'begun' ? t('begun', { pair }) : t(end.kind)
}

function PairInUse({ fairness }: { fairness: Fairness }): ReactNode {
  const t = useTranslations('play.fairness')
  return (
    <>
      <dl className={style.list}>
        {fairness.clientSeed !== null && fairness.serverSeedHash !== null && (
          <>
            <Fact term={t('pair')} value={fairness.pair} />
            <CopyValue term={t('serverSeedHash')} value={fairness.serverSeedHash} />
            <CopyValue term={t('clientSeed')} value={fairness.clientSeed} />
          </>
        )}
        <Fact term={t('nonce')} value={fairness.nonce} />
        <CopyValue term={t('nextServerSeedHash')} value={fairness.nextServerSeedHash} />
      </dl>
      {fairness.scheme === 'old' && <p className={style.note}>{t('oldScheme')}</p>}
    </>
  )
}

/** A short value that nobody needs to copy. */
function Fact({ term, value }: { term: string; value: number }): ReactNode {
  return (
    <div className={style.fact}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

type FormProps = {
  fairness: Fairness
  /** The client seed that the server has seen for the next pair. */
  sent: string | null
  propose: () => string
  onBegin: (clientSeed: string, isAgain: boolean) => Promise<boolean>
}

/**
 * The next client seed: the one that was sent before, else proposed by this browser, or the member's own; a second step
 * explains what will happen, and warns before another one than was sent.
 */
function SeedForm({ fairness, sent, propose, onBegin }: FormProps): ReactNode {
  const t = useTranslations('play.fairness')
  const [seed, setSeed] = useState(() => sent ?? propose())
  const [wrong, setWrong] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const field = useId()
  const changeButton = useRef<HTMLButtonElement>(null)
  const wasConfirming = useRef(false)
  useEffect(() => {
    if (wasConfirming.current && !confirming) changeButton.current?.focus()
    wasConfirming.current = confirming
  }, [confirming])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fits = clientSeedShape.test(seed)
    setWrong(!fits)
    setConfirming(fits)
  }
  const other = sent === seed ? null : sent
  const begin = async () => {
    setBusy(true)
    const begun = await onBegin(seed, other !== null)
    setBusy(false)
    setConfirming(false)
    if (begun) setSeed(propose())
  }
  if (confirming) {
    return (
      <Confirm
        {...{ fairness, seed, other, busy }}
        onBegin={() => void begin()}
        onCancel={() => setConfirming(false)}
      />
    )
  }
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <label htmlFor={field}>{t('newClientSeed')}</label>
      <div className={style.row}>
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
        <Button onClick={() => setSeed(propose())}>{t('propose')}</Button>
        <Button type="submit" variant="gilt" ref={changeButton}>
          {t('change')}
        </Button>
      </div>
      <p id={`${field}-rule`} className={wrong ? style.wrong : style.rule}>
        {t('clientSeedRule')}
      </p>
    </form>
  )
}

function Confirm(props: {
  fairness: Fairness
  seed: string
  /** Another client seed, which was sent for this pair. */
  other: string | null
  busy: boolean
  onBegin: () => void
  onCancel: () => void
}): ReactNode {
  const t = useTranslations('play.fairness')
  const common = useTranslations('common')
  const { pair } = props.fairness
  const { seed, other } = props
  const title = useId()
  const beginButton = useRef<HTMLButtonElement>(null)
  // The button that opened this step is gone, and the focus follows to the next one.
  useEffect(() => beginButton.current?.focus(), [])
  return (
    <section className={style.confirm} aria-labelledby={title}>
      <h3 id={title}>{t('confirmTitle')}</h3>
      <p className={style.long}>
        {pair === 0 ? t('confirmFirst', { seed }) : t('confirmText', { pair, next: pair + 1, seed })}
      </p>
      {other !== null && (
        <p className={style.wrong} role="alert">
          {t('sentBefore')} <code className={style.code}>{other}</code>
        </p>
      )}
      <div className={style.row}>
        <Button onClick={props.onCancel}>{common('cancel')}</Button>
        <Button variant="gilt" busy={props.busy} onClick={props.onBegin} ref={beginButton}>
          {t('begin')}
        </Button>
      </div>
    </section>
  )
}
