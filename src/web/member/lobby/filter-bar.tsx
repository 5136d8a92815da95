import { Icon } from '#web/shared/icons.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useFeatureNames } from './feature-names.ts'
import { sortOrders, toggled, type LobbyCounts, type LobbyFilter, type Volatility } from './lobby-filter.ts'
import type { ChangeFilter } from './use-lobby-filter.ts'
import style from './filter-bar.module.css'

export type FilterBarProps = {
  filter: LobbyFilter
  onChange: ChangeFilter
  counts: LobbyCounts
  /** Names by company code; empty hides the provider select. */
  companies: ReadonlyMap<string, string>
  /** Guests are prompted to sign in first. */
  onFavourites: (on: boolean) => void
  /** Placed before the search, on the same line. */
  children?: ReactNode
}

const volatilityKeys = { low: 'volatilityLow', medium: 'volatilityMedium', high: 'volatilityHigh' } as const
const sortKeys = { recommended: 'sortRecommended', name: 'sortName', new: 'sortNew', rtp: 'sortRtp' } as const

/** Search, provider, sort order and the other filters, each with the number of games it would leave. */
export function FilterBar(props: FilterBarProps): ReactNode {
  const { filter, onChange, counts, companies } = props
  const t = useTranslations('lobby')
  return (
    <search className={style.bar} aria-label={t('filters')}>
      <div className={style.line}>
        {props.children}
        <SearchField typed={filter.q} onType={(q) => onChange({ ...filter, q }, 'typing')} />
        {companies.size > 0 && (
          <Select
            label={t('provider')}
            value={filter.company}
            onChange={(company) => onChange({ ...filter, company })}
            options={[...counts.company].flatMap(([code, count]) => {
              const name = code === '' ? t('allProviders') : companies.get(code)
              // A search also finds tables and races, whose companies have no name here.
              return name === undefined ? [] : [{ value: code, text: t('choice', { name, count }) }]
            })}
          />
        )}
        <Select
          label={t('sort')}
          value={filter.sort}
          onChange={(value) =>
            onChange({ ...filter, sort: sortOrders.find((order) => order === value) ?? 'recommended' })
          }
          options={sortOrders.map((order) => ({ value: order, text: t(sortKeys[order]) }))}
        />
      </div>
      <Choices {...props} />
    </search>
  )
}

function Choices({ filter, onChange, counts, onFavourites }: FilterBarProps): ReactNode {
  const t = useTranslations('lobby')
  const favourite = useTranslations('favourite')
  const featureName = useFeatureNames()
  const list = useRef<HTMLUListElement>(null)
  // A filter set by the URL is scrolled into view where the filters are one swipeable line.
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-pressed="true"]')
    chosen?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  const volatility = (one: Volatility) => onChange({ ...filter, volatility: toggled(filter.volatility, one) })
  return (
    <ul ref={list} className={style.choices}>
      {counts.someNew && (
        <Choice
          name={t('isNew')}
          count={counts.isNew}
          on={filter.isNew}
          onPress={() => onChange({ ...filter, isNew: !filter.isNew })}
        />
      )}
      <Choice
        name={favourite('title')}
        count={counts.favourites}
        on={filter.favourites}
        onPress={() => onFavourites(!filter.favourites)}
        mark="♥"
        always
      />
      {[...counts.features].map(([feature, count]) => (
        <Choice
          key={feature}
          name={featureName(feature)}
          count={count}
          on={filter.features.includes(feature)}
          onPress={() => onChange({ ...filter, features: toggled(filter.features, feature) })}
        />
      ))}
      {[...counts.volatility].map(([one, count]) => (
        <Choice
          key={one}
          name={t(volatilityKeys[one])}
          count={count}
          on={filter.volatility.includes(one)}
          onPress={() => volatility(one)}
        />
      ))}
    </ul>
  )
}

type ChoiceProps = {
  name: string
  count: number
  on: boolean
  onPress: () => void
  mark?: string
  /** Whether the option stays enabled with a count of 0; the empty list then gives the reason. */
  always?: boolean
}

function Choice({ name, count, on, onPress, mark, always }: ChoiceProps): ReactNode {
  const locale = useLocaleCode()
  return (
    <li>
      <button
        type="button"
        className={style.choice}
        aria-pressed={on}
        // aria-disabled keeps the focus; a filter that leaves nothing is dimmed, not removed.
        aria-disabled={(!on && !always && count === 0) || undefined}
        onClick={() => {
          if (on || always || count > 0) onPress()
        }}
      >
        {mark !== undefined && (
          <span className={style.mark} aria-hidden="true">
            {mark}
          </span>
        )}
        {name}
        <span className={`${style.count} money`}>{formatNumber(count, locale)}</span>
      </button>
    </li>
  )
}

/** Searches by name in any language, provider or initial consonants. `/` focuses it. */
function SearchField({ typed, onType }: { typed: string; onType: (typed: string) => void }): ReactNode {
  const home = useTranslations('home')
  const common = useTranslations('common')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.matches('input, textarea, select')
      const elsewhere = input.current?.closest('dialog') === null && document.querySelector('dialog[open]') !== null
      if (event.key !== '/' || typing || elsewhere || event.metaKey || event.ctrlKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className={style.search}>
      <Icon name="search" size={18} />
      <input
        ref={input}
        type="search"
        value={typed}
        aria-label={home('searchHint')}
        aria-keyshortcuts="/"
        placeholder={home('searchGames')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        onChange={(event) => onType(event.target.value)}
      />
      {typed !== '' && (
        <button
          type="button"
          className={style.clear}
          aria-label={common('clear')}
          onClick={() => {
            onType('')
            input.current?.focus()
          }}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  )
}

function Select(props: {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; text: string }[]
}): ReactNode {
  const id = useId()
  return (
    <div className={style.select}>
      <label htmlFor={id} className="visually-hidden">
        {props.label}
      </label>
      <select id={id} value={props.value} onChange={(event) => props.onChange(event.target.value)}>
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} />
    </div>
  )
}
