import { useCallback, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import { classes } from '#web/shared/classes.ts'
import { CountUp } from '#web/play/kit/count-up.tsx'
import { useMoney, useSignedMoney } from '#web/play/kit/money.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import { usePlayed } from '#web/play/kit/use-played.ts'
import type { Play } from './play.ts'
import type { PlayState } from './play-state.ts'
import { SpinButton } from './spin-button.tsx'
import { StakeControl } from './stake-control.tsx'
import style from './bottom-bar.module.css'

/** Balance, win and controls. The figures follow the reels, although the response has arrived. */
export function BottomBar(props: {
  state: PlayState
  play: Play
  ready: boolean
  sound: Sound
  spinButton: RefObject<HTMLButtonElement | null>
  onPress: (event: MouseEvent) => void
}): ReactNode {
  const { state, play, ready, sound, spinButton, onPress } = props
  const t = useTranslations('slot.bar')
  const money = useMoney()
  const countSound = useCallback((step: number) => sound.play('count', step), [sound])
  const won = state.won ?? 0n
  const stake = state.replay?.stake ?? state.stake
  const above = won > stake
  return (
    <section className={style.bar} aria-label={t('controls')}>
      <div className={style.balance}>
        <span className={style.label}>{t('balance')}</span>
        <CountUp amount={state.balance} format={money} className={classes(style.value, 'money')} />
        <SessionLine state={state} />
      </div>
      <div className={classes(style.won, above && style.above)}>
        <span className={style.label}>{t(state.free ? 'wonFree' : won > 0n && !above ? 'paid' : 'won')}</span>
        <CountUp
          amount={won}
          format={money}
          className={classes(style.amount, !above && (won === 0n ? style.none : style.paid), 'money')}
          {...(above ? { onStep: countSound } : {})}
        />
      </div>
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
        <SpinButton {...{ state, play, ready }} ref={spinButton} />
      </div>
    </section>
  )
}

/** Net result and time played in this window. */
function SessionLine({ state }: { state: PlayState }): ReactNode {
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
    </p>
  )
}
