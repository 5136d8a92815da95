import { call } from '#web/shared/api.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import { matchesSearch } from '#web/shared/search-words.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useLocaleCode } from '#web/shared/words.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import type { SlotGame } from '#contract/shapes.ts'
import { EmptyList } from '../empty-list.tsx'
import { loadLate } from '../late-door.ts'
import { TileGrid, tileOfSlot } from '../tiles.tsx'
import field from './search-box.module.css'
import { Icon } from '#web/shared/icons.tsx'
import style from './slot-modal.module.css'

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'games'; readonly games: readonly SlotGame[] }
  | { readonly kind: 'failed'; readonly error: unknown }

/** The games of one slot company, with a search over all their names. */
export function SlotModal(props: { company: { code: string; name: string }; onClose: () => void }): ReactNode {
  const home = useTranslations('home')
  const [loaded, retry] = useSlotsOf(props.company.code)
  return (
    <Dialog title={home('gamesOf', { company: props.company.name })} size="sheet" onClose={props.onClose}>
      {loaded.kind === 'loading' && <Skeleton rows={2} height={220} />}
      {loaded.kind === 'failed' && <Failure error={loaded.error} retry={retry} />}
      {loaded.kind === 'games' && <Games games={loaded.games} companyName={props.company.name} />}
    </Dialog>
  )
}

function useSlotsOf(company: string): [Loaded, () => void] {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    call('get-slot-by-company', { company }, { signal: abort.signal }).then(
      (answer) => setLoaded({ kind: 'games', games: answer.status === 'success' ? answer.games : [] }),
      (error: unknown) => {
        if (!abort.signal.aborted) setLoaded({ kind: 'failed', error })
      },
    )
    return () => abort.abort()
  }, [company, attempt])
  const retry = () => {
    setLoaded({ kind: 'loading' })
    setAttempt(attempt + 1)
  }
  return [loaded, retry]
}

function Games({ games, companyName }: { games: readonly SlotGame[]; companyName: string }): ReactNode {
  const home = useTranslations('home')
  const common = useTranslations('common')
  const locale = useLocaleCode()
  const [typed, setTyped] = useState('')
  if (games.length === 0) return <EmptyList of="games">{home('noGames')}</EmptyList>
  const tiles = games.map((game) => tileOfSlot(game, locale, companyName))
  const found = tiles.filter((tile) => tile.searchNames.some((name) => matchesSearch(name, typed)))
  return (
    <div className={style.games}>
      <label className={field.search}>
        <Icon name="search" size={18} />
        <span className="visually-hidden">{home('searchHint')}</span>
        <input
          type="search"
          value={typed}
          placeholder={home('searchGames')}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <output>{found.length === 0 ? common('noResults') : home('gamesCount', { count: found.length })}</output>
      <div className={style.tiles}>
        <TileGrid tiles={found} onPress={(tile) => void loadLate().then((late) => late.openGame('slot', tile))} />
      </div>
    </div>
  )
}
