import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import type { WireSeatRound } from '#contract/seat-round.ts'
import type { BlackjackAction } from '#domain/games/blackjack/events.ts'
import type { Amount } from '#domain/money.ts'
import { Button } from '#web/shared/button.tsx'
import { classes } from '#web/shared/classes.ts'
import { useMoney } from '#web/play/kit/money.ts'
import { ChipStack } from '../table/chip.tsx'
import { Ring } from '../table/ring.tsx'
import { amountOfUnits, resultOf, stakeOf, type SeatState } from './seat-state.ts'
import type { SeatPlay } from './seat-play.ts'
import style from './seat-controls.module.css'

/** The key of each decision, by its place on the keyboard. */
export const actionKeys = {
  hit: 'H',
  stand: 'S',
  double: 'D',
  split: 'P',
  insure: 'Y',
  decline: 'N',
} as const satisfies Record<BlackjackAction, string>

type ControlProps = {
  state: SeatState
  play: SeatPlay
  /** The address of the picture of all chips. */
  picture: string | undefined
  dealButton: RefObject<HTMLButtonElement | null>
}

/** The stake and what deals, or the decisions that are possible. */
export function SeatControls({ state, play, picture, dealButton }: ControlProps): ReactNode {
  const isDeciding = state.phase === 'deciding' || (state.phase !== 'betting' && state.round?.state === 'open')
  return isDeciding ? <Decisions {...{ state, play }} /> : <Stake {...{ state, play, picture, dealButton }} />
}

function Stake({ state, play, picture, dealButton }: ControlProps): ReactNode {
  const t = useTranslations('blackjack')
  const money = useMoney()
  const { phase, chips, round } = state
  const stake = stakeOf(state)
  const isKept = state.kept !== null && stake > 0n
  const isOpen = phase === 'betting'
  const isReady = useNow(state.readyAt) >= state.readyAt && isOpen
  return (
    <div className={style.stake}>
      <button
        type="button"
        className={style.spot}
        data-spot="stake"
        data-kept={isKept || undefined}
        aria-disabled={!isOpen || undefined}
        aria-keyshortcuts="A"
        onClick={play.place}
      >
        {/* An attribute would have to contain all that is seen on the spot. */}
        <span className="visually-hidden">{t('stakeSpot', { stake: money(isKept ? 0n : stake) })}</span>
        {stake > 0n ? (
          <span className={style.chips}>
            <ChipStack amount={stake} isPending={phase === 'waiting'} {...{ chips, picture }} />
            {isKept && <span className={style.kept}>{t('kept')}</span>}
          </span>
        ) : (
          <span className={style.empty} aria-hidden="true">
            {t('choose')}
          </span>
        )}
        {state.kept === 'round' && round && <EndedChips key={round.roundId} {...{ round, chips, picture }} />}
      </button>
      <Button
        variant="gilt"
        ref={dealButton}
        className={style.deal}
        aria-keyshortcuts="Space"
        disabled={!isReady || stake === 0n}
        onClick={() => void play.begin()}
      >
        <span className={style.dealt}>
          <span>{t(round ? 'again' : 'deal')}</span>
          {stake > 0n && <span className={classes(style.added, 'money')}>{money(stake)}</span>}
        </span>
      </Button>
    </div>
  )
}

/** The chips of a round that has ended leave the spot: to the dealer, or back to the member with what they won. */
function EndedChips(
  props: { round: WireSeatRound } & Pick<SeatState, 'chips'> & Pick<ControlProps, 'picture'>,
): ReactNode {
  const { round, chips, picture } = props
  const result = resultOf(round)
  if (!result) return null
  const { staked, returned } = result
  return (
    <span className={style.ended} data-end={returned === 0n ? 'taken' : 'paid'}>
      <ChipStack amount={returned === 0n ? staked : returned} isPending={false} {...{ chips, picture }} />
    </span>
  )
}

function Decisions({ state, play }: Pick<ControlProps, 'state' | 'play'>): ReactNode {
  const t = useTranslations('blackjack')
  const { round, phase } = state
  if (!round?.view) return null
  const isDue = phase === 'deciding'
  const { actions, insurance } = round.view
  return (
    <fieldset className={style.decisions} aria-label={t('controls')}>
      {insurance === 'offered' && isDue && <p className={style.offer}>{t('insuranceOffer')}</p>}
      <div className={style.actions}>
        {actions.map(({ action, stake }) => (
          <Decision
            key={action}
            {...{ action, isDue }}
            added={amountOfUnits(round, stake)}
            isShort={amountOfUnits(round, stake) > state.balance}
            onPress={() => void play.decide(action)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Decision(props: {
  action: BlackjackAction
  added: Amount
  isDue: boolean
  isShort: boolean
  onPress: () => void
}): ReactNode {
  const { action, added, isDue, isShort, onPress } = props
  const t = useTranslations('blackjack')
  const money = useMoney()
  return (
    <button
      type="button"
      className={classes(style.action, (action === 'hit' || action === 'decline') && style.first)}
      aria-keyshortcuts={actionKeys[action]}
      aria-disabled={!isDue || isShort || undefined}
      onClick={isDue ? onPress : undefined}
    >
      <span>{t(`actions.${action}`)}</span>
      {added > 0n && <span className={classes(style.added, 'money')}>{t('added', { amount: money(added) })}</span>}
      <kbd className={style.key} aria-hidden="true">
        {actionKeys[action]}
      </kbd>
    </button>
  )
}

/** The last seconds to decide are marked. */
const lastSeconds = 10

/** What the round waits for, with the time that is left to decide. */
export function DecisionTimer({ state, totalMs }: { state: SeatState; totalMs: number }): ReactNode {
  const t = useTranslations('blackjack')
  const { phase, until, round } = state
  const due = phase === 'deciding' ? until : null
  const leftMs = Math.max(0, (due ?? 0) - useNow(due ?? 0))
  const seconds = Math.ceil(leftMs / 1000)
  if (phase === 'waiting' || phase === 'showing') return <p className={style.timer}>{t('dealing')}</p>
  if (due === null) return null
  return (
    <div className={style.timer} data-last={seconds <= lastSeconds || undefined}>
      <Ring
        id={`${round?.roundId} ${until}`}
        label={t('left', { seconds })}
        text={String(seconds)}
        isLast={seconds <= lastSeconds}
        {...{ totalMs, leftMs }}
      />
      <span>{t('your')}</span>
    </div>
  )
}

/** The time, as a `performance.now()` time that goes on ten times a second until then. */
function useNow(until: number): number {
  const [now, setNow] = useState(() => performance.now())
  const isOver = now >= until
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(performance.now()), 100)
    return () => clearInterval(timer)
  }, [isOver, until])
  return now
}
