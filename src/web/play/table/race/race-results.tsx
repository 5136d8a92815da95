import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { WireTableRound } from '#contract/table.ts'
import type { RunnerForm } from '#domain/games/table/race/form.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import { formatPercent } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { ResultsProps, StripProps } from '../table-kind.ts'
import { RaceBadge } from './race-badge.tsx'
import { chancesOf } from './race-chances.ts'
import { useRunnerName } from './race-text.ts'
import style from './race-results.module.css'

/** The races that were run, the newest first. */
function racesOf(rounds: readonly WireTableRound[]): { number: number; order: readonly number[] }[] {
  return rounds
    .flatMap(({ number, outcome }) => (outcome?.kind === 'race' ? [{ number, order: outcome.order }] : []))
    .toReversed()
}

function FirstThree({ order }: { order: readonly number[] }): ReactNode {
  return (
    <span className={style.three}>
      {order.slice(0, 3).map((runner) => (
        <RaceBadge key={runner} number={runner} />
      ))}
    </span>
  )
}

/** The first three of the last races. */
export function RaceStrip({ rounds, onOpen }: StripProps): ReactNode {
  const t = useTranslations('race.results')
  const results = useTranslations('table.results')
  const races = racesOf(rounds)
  return (
    <section className={style.strip} aria-label={t('last')}>
      <button type="button" className={style.open} aria-keyshortcuts="R" onClick={onOpen}>
        {/* An attribute would have to contain all that is seen on the button. */}
        <span className="visually-hidden">{t('show')}</span>
        <span className={style.title} aria-hidden="true">
          {t('title')}
        </span>
        {races.length === 0 && <span className={style.empty}>{t('empty')}</span>}
        <span className={style.races} aria-hidden="true">
          {races.slice(0, 8).map(({ number, order }) => (
            <FirstThree key={number} order={order} />
          ))}
        </span>
      </button>
      <p className={style.note}>{results('note')}</p>
    </section>
  )
}

/** The form guide: the stated chances of each runner and what past races showed, and the races of the series. */
export function RaceResults({ game, rounds, form, onClose }: ResultsProps): ReactNode {
  const t = useTranslations('race.results')
  const results = useTranslations('table.results')
  const races = racesOf(rounds)
  return (
    <Dialog title={t('title')} onClose={onClose} size="sheet">
      <div className={style.panel}>
        <p className={style.text}>{results('note')}</p>
        {form && <Form {...{ game, form }} />}
        <section>
          <h3 className={style.heading}>{t('last')}</h3>
          {races.length === 0 && <p>{t('empty')}</p>}
          <ol className={style.list}>
            {races.map(({ number, order }) => (
              <li key={number}>
                <span>{t('race', { number: String(number) })}</span>
                <span className={style.whole}>
                  {order.map((runner) => (
                    <RaceBadge key={runner} number={runner} />
                  ))}
                </span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </Dialog>
  )
}

/** Finishes of a runner that are shown. */
const shownFinishes = 8

function Form({ game, form }: Pick<ResultsProps, 'game'> & { form: readonly RunnerForm[] }): ReactNode {
  const t = useTranslations('race.results')
  const bets = useTranslations('race.bet')
  const locale = useLocaleCode()
  const name = useRunnerName(game)
  const chances = chancesOf(game)
  const count = form[0]?.finishes.length ?? 0
  const percent = (mark: string) => formatPercent(((chances.get(mark) ?? 0) * 100).toFixed(2), locale)
  return (
    <section>
      <h3 className={style.heading}>{count === 0 ? t('noForm') : t('form', { count })}</h3>
      <div className={style.scroll}>
        <table className={style.form}>
          <thead>
            <tr>
              <th scope="col">{t('runner')}</th>
              <th scope="col">{t('chance', { bet: bets('win') })}</th>
              <th scope="col">{t('chance', { bet: bets('place') })}</th>
              <th scope="col">{t('wins')}</th>
              <th scope="col">{t('places')}</th>
              <th scope="col">{t('finishes')}</th>
            </tr>
          </thead>
          <tbody>
            {form.map(({ runner, wins, places, finishes }) => (
              <tr key={runner}>
                <th scope="row">
                  <RaceBadge number={runner} /> <span>{name(runner)}</span>
                </th>
                <td>{percent(`win-${runner}`)}</td>
                <td>{percent(`place-${runner}`)}</td>
                <td>{wins}</td>
                <td>{places}</td>
                <td className={style.finishes}>{finishes.slice(0, shownFinishes).join(' ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
