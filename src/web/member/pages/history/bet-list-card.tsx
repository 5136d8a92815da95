import type { Bet } from '#contract/history.ts'
import { wallClock } from '#domain/brand-time.ts'
import { intlLocale } from '#i18n/locales.ts'
import { Button, buttonClass } from '#web/shared/button.tsx'
import { formatMoney, formatSecond, unbroken } from '#web/shared/format.ts'
import { SelectField } from '#web/shared/select-field.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { Link } from '#web/member/navigation.tsx'
import { openGame } from '#web/member/lobby/open-game.tsx'
import { usePage } from '#web/member/page-data.ts'
import { DateField } from '#web/member/kit/date-field.tsx'
import { exactNumber } from '#web/member/kit/exact-number.ts'
import { PagedList } from '#web/member/kit/paged-list.tsx'
import { betFigures } from './bet-figures.ts'
import { useBets, useCompanies, type BetFilters } from './use-bets.ts'
import style from './bet-list-card.module.css'

const noFilters: BetFilters = { company: '', from: '', to: '' }

/** The member's spins with stake and win; each can be replayed or used for an inquiry. Windows of tables list their own. */
export function BetList(): ReactNode {
  const t = useTranslations('history')
  const [filters, setFilters] = useState(noFilters)
  const [skip, setSkip] = useState(0)
  const isFiltered = Object.values(filters).some((value) => value !== '')
  return (
    <>
      <p className={style.note}>{t('slotsOnly')}</p>
      <Filters
        filters={filters}
        onChange={(next) => {
          setFilters(next)
          setSkip(0)
        }}
      />
      <PagedList
        query={useBets(filters, skip)}
        rowsOf={(data) => data.bets}
        awaited={{ rows: 5, height: 60 }}
        picture="games"
        none={isFiltered ? t('none') : t('empty')}
        skip={skip}
        onSkip={setSkip}
      >
        {(bets) => <Bets bets={bets} />}
      </PagedList>
    </>
  )
}

function Filters({ filters, onChange }: { filters: BetFilters; onChange: (next: BetFilters) => void }): ReactNode {
  const t = useTranslations('history')
  const { timeZone } = usePage().site.brand
  const [now] = useState(() => new Date())
  const today = wallClock(now, timeZone).day
  const companies = useCompanies().data?.slot ?? []
  const options = [{ value: '', label: t('all') }, ...companies.map(({ code, name }) => ({ value: code, label: name }))]
  return (
    <div className={style.filters}>
      <SelectField
        label={t('company')}
        value={filters.company}
        onChange={(company) => onChange({ ...filters, company })}
        options={options}
      />
      {(['from', 'to'] as const).map((end) => (
        <DateField
          key={end}
          label={t(end)}
          value={filters[end]}
          min={end === 'to' ? filters.from : ''}
          max={end === 'from' && filters.to !== '' ? filters.to : today}
          onChange={(day) => onChange({ ...filters, [end]: day })}
        />
      ))}
    </div>
  )
}

function Bets({ bets }: { bets: readonly Bet[] }): ReactNode {
  const t = useTranslations('history')
  const comp = useTranslations('comp')
  return (
    // The table scrolls on phones; it needs the focus to be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={style.scroll} aria-label={t('title')} tabIndex={0}>
      <table className={`${style.bets} money`}>
        <thead>
          <tr>
            <th scope="col">{comp('date')}</th>
            <th scope="col">{comp('game')}</th>
            {(['stake', 'win', 'multiple', 'net'] as const).map((column) => (
              <th key={column} scope="col" className={style.figure}>
                {t(column)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {bets.map((bet) => (
            <BetRow key={bet.roundId} bet={bet} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The win of a round not yet shown to the end is hidden here too. */
function BetRow({ bet }: { bet: Bet }): ReactNode {
  const t = useTranslations('history')
  const jackpot = useTranslations('jackpot')
  const locale = useLocaleCode()
  const { brand } = usePage().site
  const date = formatSecond(bet.betTime, brand.timeZone)
  const figures = betFigures(bet)
  const money = (amount: string) => unbroken(`₩ ${exactNumber(amount, locale)}`)
  const named = { game: bet.gameName, date }
  return (
    <tr>
      <td>{date}</td>
      <td>
        {bet.gameName}
        {bet.status !== 'completed' && bet.status !== 'open' && ` (${t(bet.status)})`}
      </td>
      <td className={style.figure} data-label={t('stake')}>
        {money(bet.balanceBet)}
      </td>
      <td className={style.figure} data-label={t('win')}>
        {bet.status === 'open' ? t('unseen') : money(bet.balanceWin)}
        {bet.jackpot !== null && (
          <span className={style.hit}>
            {jackpot('included', {
              jackpot: jackpot(bet.jackpot.tier),
              amount: unbroken(formatMoney(bet.jackpot.amount, locale)),
            })}
          </span>
        )}
      </td>
      <td className={style.figure} data-label={t('multiple')}>
        {figures === null
          ? '-'
          : t('times', { times: new Intl.NumberFormat(intlLocale[locale]).format(figures.multiple) })}
      </td>
      <td className={style.figure} data-label={t('net')}>
        {figures === null ? '-' : <Net amount={figures.net} />}
      </td>
      <td>
        <span className={style.actions}>
          <Button
            variant="quiet"
            aria-label={t('replayOf', named)}
            onClick={() =>
              void openGame('slot', { code: bet.code, company: bet.thirdParty, used: 'y', round: bet.roundId })
            }
          >
            {t('replay')}
          </Button>
          {bet.status === 'completed' && (
            <Link
              to={`/fairness?round=${bet.roundId}`}
              className={buttonClass('quiet')}
              aria-label={t('verifyOf', named)}
            >
              {t('verify')}
            </Link>
          )}
          <Link to={`/help?round=${bet.roundId}`} className={buttonClass('quiet')} aria-label={t('inquiryOf', named)}>
            {t('inquiry')}
          </Link>
        </span>
      </td>
    </tr>
  )
}

/** Win less stake; only more than the stake has a colour. */
function Net({ amount }: { amount: string }): ReactNode {
  const locale = useLocaleCode()
  const isLoss = amount.startsWith('-')
  const sign = isLoss ? '−' : amount === '0' ? '' : '+'
  return (
    <span className={style.net} data-above={sign === '+' || undefined}>
      {sign}
      {unbroken(`₩ ${exactNumber(isLoss ? amount.slice(1) : amount, locale)}`)}
    </span>
  )
}
