import { call } from '#web/shared/api.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog } from '#web/shared/dialog.tsx'
import { Failure } from '#web/shared/states.tsx'
import { matchesSearch } from '#web/shared/search-match.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useTranslations } from 'use-intl/react'
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { SlotGame } from '#contract/lobby.ts'
import { EmptyList } from '#web/member/kit/empty-list.tsx'
import { FavouriteHeart } from '#web/member/lobby/favourite-heart.tsx'
import { useFavourites } from '#web/member/lobby/favourites.ts'
import { FilterBar } from '#web/member/lobby/filter-bar.tsx'
import { Found } from '#web/member/lobby/found.tsx'
import { loadLazyApp } from '../load-lazy-app.ts'
import { countChoices, filterGames, isFiltering, noFilter } from '#web/member/lobby/lobby-filter.ts'
import { lobbySlot } from '#web/member/lobby/lobby-games.ts'
import { usePage } from '../page-data.ts'
import { TileGrid } from '#web/member/lobby/tiles.tsx'
import { useLobbyFilter } from '#web/member/lobby/use-lobby-filter.ts'
import style from './slot-modal.module.css'

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'games'; readonly games: readonly SlotGame[] }
  | { readonly kind: 'failed'; readonly error: unknown }

/** The games of one slot company (spec §2); search and filters are stored in the URL. */
export function SlotModal(props: { company: { code: string; name: string }; onClose: () => void }): ReactNode {
  const t = useTranslations('lobby')
  const [loaded, retry] = useSlotsOf(props.company.code)
  return (
    <Dialog title={t('gamesOf', { company: props.company.name })} size="sheet" onClose={props.onClose}>
      <div className={style.games}>
        {loaded.kind === 'loading' && <Loading />}
        {loaded.kind === 'failed' && <Failure error={loaded.error} retry={retry} />}
        {loaded.kind === 'games' && <Games games={loaded.games} companyName={props.company.name} />}
      </div>
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

/** Placeholders of search, filters and tiles. */
function Loading(): ReactNode {
  const frame = useTranslations('frame')
  return (
    <output className={style.loading}>
      <span className="visually-hidden">{frame('loading')}</span>
      <span className={style.barPlace} />
      <span className={style.tilePlaces}>
        {Array.from({ length: 10 }, (_, place) => (
          <span key={place} />
        ))}
      </span>
    </output>
  )
}

function Games({ games, companyName }: { games: readonly SlotGame[]; companyName: string }): ReactNode {
  const home = useTranslations('home')
  const t = useTranslations('lobby')
  const favourite = useTranslations('favourite')
  const { locale } = usePage()
  const favourites = useFavourites()
  const [filter, setFilter] = useLobbyFilter('sheet-', 'replace')
  const shownFilter = useDeferredValue(filter)
  const slots = useMemo(() => games.map((game) => lobbySlot(game, locale, companyName)), [games, locale, companyName])
  if (slots.length === 0) return <EmptyList of="games">{home('noGames')}</EmptyList>
  const context = {
    matches: matchesSearch,
    isFavourite: ({ code }: { code: string }) => favourites.has(code),
    compareNames: new Intl.Collator(intlLocale[locale]).compare,
  }
  const found = filterGames(slots, shownFilter, context)
  return (
    <>
      <FilterBar
        filter={filter}
        onChange={setFilter}
        counts={countChoices(slots, shownFilter, context)}
        companies={new Map()}
        onFavourites={(on) => setFilter({ ...filter, favourites: on })}
      />
      <div className={style.found}>
        <Found games={found} />
        {isFiltering(filter) && (
          <Button variant="quiet" onClick={() => setFilter({ ...noFilter, sort: filter.sort })}>
            {t('clear')}
          </Button>
        )}
      </div>
      {found.length === 0 ? (
        <EmptyList of="games">{favourites.size === 0 && filter.favourites ? favourite('none') : t('none')}</EmptyList>
      ) : (
        <div className={style.tiles}>
          <TileGrid
            tiles={found}
            onPress={(tile) => void loadLazyApp().then((app) => app.openGame('slot', { ...tile, shown: tile }))}
            beside={(game) => <FavouriteHeart game={game} on={favourites.has(game.code)} />}
          />
        </div>
      )}
    </>
  )
}
