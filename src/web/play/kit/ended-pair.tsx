import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Game } from '#domain/games/game.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { useStore } from '#web/shared/store.ts'
import { loadEndedRounds, type EndedRounds, type Undrawn } from './ended-rounds.ts'
import { saveOwnEvidence } from './seed-evidence.ts'
import type { SeedKeeper } from './seed-keeper.ts'
import type { BeginEnd } from './seed-step.ts'
import style from './ended-pair.module.css'

/**
 * Tells the member that a pair ended without a step of this browser, and what its next round would have paid: a break, an
 * exclusion and a block end it honestly, and a dishonest server would before a round that wins. The member begins the
 * next pair. Without `game` a round has no outcome before its decisions.
 */
export function EndedPair({ seeds, game }: { seeds: SeedKeeper; game: Game | null }): ReactNode {
  const { endedPair } = useStore(seeds.state)
  return endedPair === null ? null : <Notice key={endedPair} {...{ seeds, game }} pair={endedPair} />
}

function Notice({ seeds, game, pair }: { seeds: SeedKeeper; game: Game | null; pair: number }): ReactNode {
  const t = useTranslations('play.fairness')
  const { fairness } = useStore(seeds.state)
  const [rounds, setRounds] = useState<EndedRounds | null>(null)
  const [busy, setBusy] = useState<'begin' | 'save' | null>(null)
  const [failed, setFailed] = useState<Exclude<BeginEnd['kind'], 'begun'> | 'pairsFailed' | null>(null)
  useEffect(() => {
    if (game) void loadEndedRounds(seeds, game, pair).then(setRounds)
  }, [seeds, game, pair])
  const begin = async () => {
    setBusy('begin')
    const { kind } = await seeds.beginOwn()
    setFailed(kind === 'begun' ? null : kind)
    setBusy(null)
  }
  const save = async () => {
    setBusy('save')
    setFailed((await saveOwnEvidence(seeds)) ? null : 'pairsFailed')
    setBusy(null)
  }
  return (
    <Dialog title={t('endedTitle', { pair })} onClose={() => undefined} mustAnswer>
      <p>{t('endedText', { pair, next: fairness.nonce, last: String(fairness.nonce - 1) })}</p>
      <output className={style.outcome}>
        {rounds && <Outcome undrawn={rounds.newest} />}
        {rounds && rounds.before.count > 0 && <p>{t('endedBefore', rounds.before)}</p>}
      </output>
      <p role="alert">{failed !== null && t(failed)}</p>
      <DialogActions>
        <Button busy={busy === 'save'} disabled={busy === 'begin'} onClick={() => void save()}>
          {t('endedSave')}
        </Button>
        <Button variant="gilt" busy={busy === 'begin'} onClick={() => void begin()}>
          {t('endedBegin')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Outcome({ undrawn }: { undrawn: Undrawn }): ReactNode {
  const t = useTranslations('play.fairness')
  if (undrawn.kind === 'notRevealed') return <p>{t('endedNotRevealed')}</p>
  if (undrawn.kind === 'swapped') return <p>{t('fault.swapped')}</p>
  const nonce = String(undrawn.nonce)
  const times = undrawn.timesStake
  return <p>{times === 0 ? t('endedNoWin', { nonce }) : t('endedWin', { nonce, times })}</p>
}
