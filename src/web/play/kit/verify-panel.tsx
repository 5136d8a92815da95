import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTimeZone, useTranslations } from 'use-intl/react'
import type { Locale } from '#i18n/locales.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog } from '#web/shared/dialog.tsx'
import { MessagesProvider, useLocaleCode } from '#web/shared/messages.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import type { VerificationParts } from './load-verification.ts'
import type { SeedKeeper } from './seed-keeper.ts'
import type { BeginEnd } from './seed-step.ts'
import style from './verify-panel.module.css'

/** What the panel needs of a round, whichever game it is of. */
export type VerifiedRound = { nonce: number; pair: number; serverSeed: string | null }

type Shown<Round> =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'round'; round: Round; parts: VerificationParts<Round> }

/**
 * The verdict on one round, recomputed in this window from its revealed seed. While the pair is in use its seed is
 * secret: then the member may begin the next pair, which reveals it, and the verdict follows.
 */
export function VerifyPanel<Round extends VerifiedRound>(props: {
  seeds: SeedKeeper
  roundId: string
  /** Reads a round of the member anew; null when that failed. */
  loadRound: (seeds: SeedKeeper, roundId: string) => Promise<Round | null>
  loadParts: (locale: Locale) => Promise<VerificationParts<Round>>
  onClose: () => void
}): ReactNode {
  const { seeds, roundId, loadRound, loadParts, onClose } = props
  const t = useTranslations('play.verify')
  const common = useTranslations('common')
  const locale = useLocaleCode()
  const [shown, setShown] = useState<Shown<Round>>({ kind: 'loading' })
  const load = useCallback(
    () =>
      Promise.all([
        // The history may have been read before the pair ended.
        loadRound(seeds, roundId),
        loadParts(locale).catch(() => null),
      ]).then(([round, parts]) => setShown(round && parts ? { kind: 'round', round, parts } : { kind: 'failed' })),
    [seeds, roundId, loadRound, loadParts, locale],
  )
  useEffect(() => {
    void load()
  }, [load])
  const number = shown.kind === 'round' ? shown.round.nonce : null
  return (
    <Dialog title={number === null ? t('title') : t('titleOf', { number: String(number) })} onClose={onClose}>
      <div className={style.panel}>
        {shown.kind === 'loading' && <Skeleton rows={4} height={52} />}
        {shown.kind === 'failed' && (
          <p role="alert">
            {t('failed')} <Button onClick={() => void load()}>{common('retry')}</Button>
          </p>
        )}
        {shown.kind === 'round' &&
          (shown.round.serverSeed === null ? (
            <Sealed seeds={seeds} round={shown.round} onRevealed={load} />
          ) : (
            <Recomputed round={shown.round} parts={shown.parts} />
          ))}
      </div>
    </Dialog>
  )
}

/** The pair is in use: what reveals its seed, and the button for it. */
function Sealed(props: { seeds: SeedKeeper; round: VerifiedRound; onRevealed: () => Promise<void> }): ReactNode {
  const { seeds, round, onRevealed } = props
  const t = useTranslations('play.verify')
  const fairness = useTranslations('play.fairness')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Exclude<BeginEnd['kind'], 'begun'> | null>(null)
  const begin = async () => {
    setBusy(true)
    const { kind } = await seeds.beginOwn()
    setRefused(kind === 'begun' ? null : kind)
    if (kind === 'begun') await onRevealed()
    setBusy(false)
  }
  return (
    <>
      <p>{t('sealed', { pair: round.pair })}</p>
      <p className={style.note}>{t('sealedNext', { next: round.pair + 1 })}</p>
      <output className={style.note}>{refused ? fairness(refused) : ''}</output>
      <Button variant="gilt" wide busy={busy} onClick={() => void begin()}>
        {t('reveal')}
      </Button>
    </>
  )
}

function Recomputed<Round>({ round, parts }: { round: Round; parts: VerificationParts<Round> }): ReactNode {
  const { Verdict } = parts.code
  const locale = useLocaleCode()
  const timeZone = useTimeZone() ?? 'UTC'
  return (
    <MessagesProvider locale={locale} messages={parts.messages} timeZone={timeZone}>
      <Verdict round={round} />
    </MessagesProvider>
  )
}
