import { Icon } from '#web/shared/icons.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import style from './search-box.module.css'

type Filter = (name: string) => boolean

/** Searches games by name, provider or initial consonants. `/` focuses it. */
export function SearchBox({ onFilter }: { onFilter: (filter: Filter | null) => void }): ReactNode {
  const home = useTranslations('home')
  const [stored, store] = useSearchParameter('q')
  const [typed, setTyped] = useState(stored)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    let current = true
    store(typed)
    if (typed.trim() === '') onFilter(null)
    else {
      void import('#web/shared/search-match.ts').then(({ matchesSearch }) => {
        if (current) onFilter((name) => matchesSearch(name, typed))
      })
    }
    return () => {
      current = false
    }
  }, [typed, store, onFilter])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (event.key !== '/' || typing || event.metaKey || event.ctrlKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <label className={style.search}>
      <Icon name="search" size={18} />
      <span className="visually-hidden">{home('searchHint')}</span>
      <input
        ref={input}
        type="search"
        value={typed}
        placeholder={home('searchGames')}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  )
}
