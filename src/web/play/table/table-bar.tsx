import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Amount } from '#domain/money.ts'
import { classes } from '#web/shared/classes.ts'
import { CountUp } from '#web/play/kit/count-up.tsx'
import { useMoney, useSignedMoney } from '#web/play/kit/money.ts'
import { usePlayed } from '#web/play/kit/use-played.ts'
import style from './table-bar.module.css'

/** Balance, what is staked in the round, and net result and time since the sign-in. */
export function TableBar(props: { balance: Amount; staked: Amount; net: Amount; startedAt: number }): ReactNode {
  const { balance, staked, net, startedAt } = props
  const bar = useTranslations('play.bar')
  const bet = useTranslations('table.bet')
  const session = useTranslations('play.session')
  const money = useMoney()
  const signed = useSignedMoney()
  const played = usePlayed(startedAt)
  return (
    <section className={style.bar} aria-label={bar('controls')}>
      <p className={style.item}>
        <span className={style.label}>{bar('balance')}</span>
        <CountUp amount={balance} format={money} className={classes(style.value, 'money')} />
      </p>
      <p className={style.item}>
        <span className={style.label}>{bet('staked')}</span>
        <b className={classes(style.value, 'money')}>{money(staked)}</b>
      </p>
      <p className={style.session} aria-label={session('label')}>
        <span>
          {session('net')} <b className="money">{signed(net)}</b>
        </span>
        <span>
          {session('played')} <b className="money">{played}</b>
        </span>
      </p>
    </section>
  )
}
