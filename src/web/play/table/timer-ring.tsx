import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { Ring } from './ring.tsx'
import { useSeriesText } from './series-text.ts'
import type { TablePhase } from './table-state.ts'
import type { ShownPhase } from './use-phase.ts'
import style from './timer-ring.module.css'

/** In the last seconds each is heard. */
const lastSeconds = 5

/** What happens at the table, with the seconds left to bet as text, as a ring and in the end as sound. */
export function TimerRing(props: {
  game: TableGame
  /** The phase in which the outcome is shown, in words. */
  dealt: string | null
  shown: ShownPhase
  /** The whole time to bet in this round. */
  openMs: number
  /** The round, so that the ring begins anew with each. */
  round: string
  isLost: boolean
  sound: (name: 'tick' | 'betsClosed') => void
}): ReactNode {
  const { game, dealt, shown, openMs, round, isLost } = props
  const { phase, seconds, leftMs } = shown
  const t = useTranslations('table.phase')
  const series = useSeriesText(game)
  useSounds(phase, seconds, props.sound)
  const isOpen = phase === 'open'
  const isLast = isOpen && seconds <= lastSeconds
  if (phase === 'dealt' && dealt === null && !isLost) return null
  const name = phase === 'salts' ? series('preparing') : phase === 'dealt' ? dealt : t(phase)
  const note = phase === 'salts' ? series('saltsNote') : phase === 'resting' ? t('restingNote') : null
  return (
    <div className={style.timer} data-phase={phase} data-last={isLast || undefined}>
      {isOpen && (
        <Ring
          id={round}
          label={t('left', { seconds })}
          text={clockText(seconds)}
          totalMs={openMs}
          {...{ leftMs, isLast }}
        />
      )}
      <span className={style.text}>
        <span>{isLost ? t('lost') : name}</span>
        {phase === 'salts' && seconds > 0 && <span className={style.seconds}>{t('seconds', { seconds })}</span>}
        {note && !isLost && <span className={style.note}>{note}</span>}
      </span>
    </div>
  )
}

/** Seconds as they are, from a minute on as `2:20`. */
function clockText(seconds: number): string {
  return seconds < 60 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function useSounds(phase: TablePhase, seconds: number, sound: (name: 'tick' | 'betsClosed') => void): void {
  const before = useRef<TablePhase>(phase)
  const latest = useRef(sound)
  useEffect(() => {
    latest.current = sound
  })
  useEffect(() => {
    if (phase === 'open' && seconds <= lastSeconds && seconds > 0) latest.current('tick')
  }, [phase, seconds])
  useEffect(() => {
    if (before.current === 'open' && phase === 'closed') latest.current('betsClosed')
    before.current = phase
  }, [phase])
}
