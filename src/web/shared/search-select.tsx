import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import { classes } from './classes.ts'
import { described, Frame } from './field.tsx'
import field from './field.module.css'
import { Icon } from './icons.tsx'
import style from './search-select.module.css'
import { matchesSearch } from './search-match.ts'

type SearchSelectProps = {
  label: string
  options: readonly string[]
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: ReactNode
  name?: string
}

/** Picks one of many options by typing part of it or its initial consonants; a WAI-ARIA combobox with a list. */
export function SearchSelect({ label, options, value, onChange, error, hint, name }: SearchSelectProps): ReactNode {
  const common = useTranslations('common')
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const open = typed !== null
  const found = useMemo(() => options.filter((option) => !typed || matchesSearch(option, typed)), [options, typed])
  const choose = (option: string | undefined) => {
    if (option !== undefined) onChange(option)
    setTyped(null)
  }
  const move = (by: number) => {
    const next = Math.min(Math.max(active + by, 0), found.length - 1)
    setActive(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (open) move(event.key === 'ArrowDown' ? 1 : -1)
      else setTyped('')
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      choose(found[active])
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      setTyped(null)
    }
  }
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <div className={style.anchor}>
        <div className={field.box}>
          <input
            {...described(id, hint, error)}
            name={name}
            className={field.input}
            role="combobox"
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open && found.length > 0 ? `${id}-${active}` : undefined}
            autoComplete="off"
            placeholder={common('select')}
            value={typed ?? value}
            onFocus={() => setTyped('')}
            onClick={() => setTyped(typed ?? '')}
            onBlur={() => setTyped(null)}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
          <span className={style.arrow}>
            <Icon name="down" />
          </span>
        </div>
        <Options
          id={id}
          list={list}
          options={found}
          value={value}
          active={active}
          hidden={!open || found.length === 0}
          onChoose={choose}
        />
        {open && found.length === 0 && (
          <output className={classes(style.list, style.none)}>{common('noResults')}</output>
        )}
      </div>
    </Frame>
  )
}

type OptionsProps = {
  id: string
  list: RefObject<HTMLUListElement | null>
  options: readonly string[]
  value: string
  /** The index of the option that the arrow keys have reached. */
  active: number
  hidden: boolean
  onChoose: (option: string) => void
}

/** The list below the input. A native list cannot be searched by initial consonants. */
function Options({ id, list, options, value, active, hidden, onChoose }: OptionsProps): ReactNode {
  const common = useTranslations('common')
  return (
    <ul
      ref={list}
      id={`${id}-list`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
      role="listbox"
      aria-label={common('select')}
      className={style.list}
      hidden={hidden}
    >
      {options.map((option, index) => (
        // The input handles the keyboard; a click must not take the focus from it.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={option}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
          role="option"
          tabIndex={-1}
          aria-selected={option === value}
          className={classes(style.option, index === active && style.active)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option}
          {option === value && <Icon name="check" size={18} />}
        </li>
      ))}
    </ul>
  )
}
