import { matchesSearch } from '#web/shared/search-match.ts'
import { Button } from '#web/shared/button.tsx'
import { intlLocale } from '#i18n/locales.ts'
import { useTranslations } from 'use-intl/react'
import { useDeferredValue, useMemo, type ReactNode } from 'react'
import { EmptyList } from '#web/member/kit/empty-list.tsx'
import { useFavourites } from '#web/member/lobby/favourites.ts'
import { FilterBar } from '#web/member/lobby/filter-bar.tsx'
import { Found } from '#web/member/lobby/found.tsx'
import { GameTypeSwitch, type GameType } from '#web/member/lobby/game-type-switch.tsx'
import { countChoices, filterGames, isFiltering, noFilter, type FilterContext } from '#web/member/lobby/lobby-filter.ts'
import { lobbyGames, type LobbyGame } from '#web/member/lobby/lobby-games.ts'
import { mayEnter, openGame } from '#web/member/lobby/open-game.tsx'
import { usePage } from '#web/member/page-data.ts'
import { useDocumentTitle } from '#web/member/frame/use-document-title.ts'
import { PageSkeleton } from '#web/member/frame/page-skeleton.tsx'
import { go, useLobbyFilter } from '#web/member/lobby/use-lobby-filter.ts'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import style from './game.module.css'
import { GrowingGrid } from './growing-grid.tsx'
import { RecentRow } from './recent-row.tsx'
import { useRecentGames } from './use-recent-games.ts'

const types = ['slot', 'casino', 'sport'] as const

/** The full lobby (spec §2: slot, casino, sport), searched, filtered and sorted by the URL. */
export function Page(): ReactNode {
  const t = useTranslations('lobby')
  const page = usePage()
  useDocumentTitle(`${t('title')} | ${page.site.brand.name}`)
  const [typed] = useSearchParameter('type')
  const type: GameType = types.find((one) => one === typed) ?? 'slot'
  const [filter, setFilter] = useLobbyFilter()
  const recent = useRecentGames()
  if (recent === 'unknown') return <PageSkeleton />
  return (
    <main id="main" className={style.page}>
      <h1 className={style.title}>{t('title')}</h1>
      {!isFiltering(filter) && <RecentRow codes={recent} onPress={press} />}
      <Games type={type} filter={filter} setFilter={setFilter} />
    </main>
  )
}

function press(game: LobbyGame): void {
  void openGame(game.kind, { ...game, shown: game })
}

type GamesProps = {
  type: GameType
  filter: ReturnType<typeof useLobbyFilter>[0]
  setFilter: ReturnType<typeof useLobbyFilter>[1]
}

function Games({ type, filter, setFilter }: GamesProps): ReactNode {
  const t = useTranslations('lobby')
  const favourite = useTranslations('favourite')
  const { site } = usePage()
  const favourites = useFavourites()
  // Keeps typing responsive; hundreds of tiles render at lower priority.
  const shownFilter = useDeferredValue(filter)
  const games = useGames(type, shownFilter.q.trim() !== '')
  const context = useFilterContext(favourites)
  const counts = useMemo(() => countChoices(games, shownFilter, context), [games, shownFilter, context])
  const found = useMemo(() => filterGames(games, shownFilter, context), [games, shownFilter, context])
  const showFavourites = async (on: boolean) => {
    if (!on || (await mayEnter({ used: 'y' }))) setFilter({ ...filter, favourites: on })
  }
  return (
    <>
      <FilterBar
        filter={filter}
        onChange={setFilter}
        counts={counts}
        companies={type === 'slot' ? new Map(site.slot.map(({ code, name }) => [code, name])) : none}
        onFavourites={(on) => void showFavourites(on)}
      >
        <GameTypeSwitch types={types} value={type} onChange={goToType} />
      </FilterBar>
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
        <Kinds first={type} games={found} favourites={favourites} isSearch={shownFilter.q.trim() !== ''} />
      )}
    </>
  )
}

/** The games of a kind; a search looks among all kinds. */
function useGames(type: GameType, isSearch: boolean): LobbyGame[] {
  const { site, locale } = usePage()
  return useMemo(
    () => (isSearch ? types : [type]).flatMap((kind) => lobbyGames(site, kind, locale)),
    [site, type, isSearch, locale],
  )
}

function useFilterContext(favourites: ReadonlySet<string>): FilterContext {
  const { locale } = usePage()
  return useMemo(
    () => ({
      matches: matchesSearch,
      isFavourite: ({ code }) => favourites.has(code),
      compareNames: new Intl.Collator(intlLocale[locale]).compare,
    }),
    [favourites, locale],
  )
}

/** The tiles; those found by a search stand below the name of their kind, the chosen kind first. */
function Kinds(props: {
  first: GameType
  games: readonly LobbyGame[]
  favourites: ReadonlySet<string>
  isSearch: boolean
}): ReactNode {
  const { first, games, favourites, isSearch } = props
  const menu = useTranslations('menu')
  if (!isSearch) return <GrowingGrid key={first} games={games} favourites={favourites} onPress={press} />
  return [first, ...types.filter((kind) => kind !== first)].map((kind) => {
    const own = games.filter((game) => game.kind === kind)
    if (own.length === 0) return null
    return (
      <section key={kind} className={style.kind} aria-label={menu(kind)}>
        <h2 className={style.kindName}>
          {menu(kind)} <span className={`${style.kindCount} money`}>{own.length}</span>
        </h2>
        <GrowingGrid games={own} favourites={favourites} onPress={press} />
      </section>
    )
  })
}

const none: ReadonlyMap<string, string> = new Map()

/** Switching the kind of games clears the filters that belong to the old kind. */
function goToType(type: GameType): void {
  const parameters = new URLSearchParams(location.search)
  for (const name of ['provider', 'features', 'volatility', 'new']) parameters.delete(name)
  if (type === 'slot') parameters.delete('type')
  else parameters.set('type', type)
  go(parameters, false)
}
