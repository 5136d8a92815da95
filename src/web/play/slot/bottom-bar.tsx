import { useCallback, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Amount } from '#domain/money.ts'
import { Icon } from '#web/shared/icons.tsx'
import { classes } from '#web/shared/classes.ts'
import { CountUp } from '#web/play/kit/count-up.tsx'
import { useMoney, useSignedMoney } from '#web/play/kit/money.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import { usePlayed } from '#web/play/kit/use-played.ts'
import type { Play } from './play.ts'
import { totalLabel, totalPlace, type PlayState } from './play-state.ts'
import { SpinButton } from './spin-button.tsx'
import { StakeControl } from './stake-control.tsx'
import style from './bottom-bar.module.css'

/** Balance, win and controls. The figures follow the reels, although the response has arrived. */
export function BottomBar(props: {
  state: PlayState
  play: Play
  ready: boolean
  /** A jackpot that a round could hit is closed. */
  isJackpotClosed: boolean
  sound: Sound
  spinButton: RefObject<HTMLButtonElement | null>
  onPress: (event: MouseEvent) => void
  /** Verifies the last round. */
  onVerify: (roundId: string) => void
}): ReactNode {
  const { state, play, ready, isJackpotClosed, sound, spinButton, onPress } = props
  const t = useTranslations('play.bar')
  const money = useMoney()
  const countSound = useCallback((step: number) => sound.play('count', step), [sound])
  const won = state.won ?? 0n
  const stake = state.replay?.stake ?? state.stake
  return (
    <section className={style.bar} aria-label={t('controls')}>
      <div className={style.balance}>
        <span className={style.label}>{t('balance')}</span>
        <CountUp amount={state.balance} format={money} className={classes(style.value, 'money')} />
        <SessionLine state={state} onVerify={props.onVerify} onPress={onPress} />
      </div>
      <Won won={won} stake={stake} state={state} onStep={countSound} />
      <div className={style.stake}>
        <StakeControl
          stakes={state.stakes}
          stake={stake}
          disabled={state.phase !== 'ready'}
          onChoose={play.chooseStake}
          onChange={play.changeStake}
          onPress={onPress}
        />
      </div>
      <div className={style.spin}>
        <SpinButton {...{ state, play, ready, isJackpotClosed }} ref={spinButton} />
      </div>
    </section>
  )
}

/** The win of the round, unless a card, the frame or the reels have the amount: one amount at a time. */
function Won(props: { won: Amount; stake: Amount; state: PlayState; onStep: (step: number) => void }): ReactNode {
  const { won, stake, state, onStep } = props
  const t = useTranslations('slot.bar')
  const money = useMoney()
  const above = won > stake
  const isHere = totalPlace(state) === 'bar'
  return (
    <div className={classes(style.won, above && isHere && style.above)}>
      {isHere ? (
        <>
          <span className={style.label}>{t(totalLabel(won, stake))}</span>
          <span data-total="">
            <CountUp
              amount={won}
              ms={state.wonMs}
              format={money}
              className={classes(style.amount, !above && (won === 0n ? style.none : style.paid), 'money')}
              {...(above && state.wonMs > 0 ? { onStep } : {})}
            />
          </span>
        </>
      ) : (
        <>
          {/* The same lines, so that the stage keeps its size. */}
          <span className={style.label} aria-hidden="true">
            {'\u00a0'}
          </span>
          <span className={classes(style.amount, style.none)} aria-hidden="true">
            ···
          </span>
        </>
      )}
    </div>
  )
}

/** Net result and time played since the sign-in, and the verification of the last round of this window. */
function SessionLine(props: {
  state: PlayState
  onVerify: (roundId: string) => void
  onPress: (event: MouseEvent) => void
}): ReactNode {
  const { state, onVerify, onPress } = props
  const { lastRoundId } = state
  const t = useTranslations('play.session')
  const signed = useSignedMoney()
  const played = usePlayed(state.startedAt)
  return (
    <p className={style.session} aria-label={t('label')}>
      <span>
        {t('net')} <b className="money">{signed(state.net)}</b>
      </span>
      <span>
        {t('played')} <b className="money">{played}</b>
      </span>
      {lastRoundId !== null && (
        <button
          type="button"
          className={style.verify}
          disabled={state.phase !== 'ready'}
          aria-label={t('verifyLast')}
          title={t('verifyLast')}
          onClick={(event) => {
            onPress(event)
            onVerify(lastRoundId)
          }}
        >
          <Icon name="check" size={16} />
          {t('verify')}
        </button>
      )}
    </p>
  )
}
