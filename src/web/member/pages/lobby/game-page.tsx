import { matchesSearch } from '#web/shared/search-match.ts'
import { Button } from '#web/shared/button.tsx'
import { intlLocale } from '#i18n/locales.ts'
import { useTranslations } from 'use-intl/react'
import { useDeferredValue, useMemo, type ReactNode } from 'react'
import { EmptyList } from '#web/member/kit/empty-list.tsx'
import { useFavourites } from '#web/member/lobby/favourites.ts'
import { FilterBar } from '#web/member/lobby/filter-bar.tsx'
import { GameTypeSwitch, type GameType } from '#web/member/lobby/game-type-switch.tsx'
import { countChoices, filterGames, isFiltering, noFilter, type FilterContext } from '#web/member/lobby/lobby-filter.ts'
import { lobbyGames, type LobbyGame } from '#web/member/lobby/lobby-games.ts'
import { mayEnter, openGame } from '#web/member/lobby/open-game.tsx'
import { usePage } from '#web/member/page-data.ts'
import { useDocumentTitle } from '#web/member/frame/use-document-title.ts'
import { go, useLobbyFilter } from '#web/member/lobby/use-lobby-filter.ts'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import style from './game.module.css'
import { GrowingGrid } from './growing-grid.tsx'
import { RecentRow } from './recent-row.tsx'

const types = ['slot', 'casino', 'sport'] as const

/** The full lobby (spec §2: slot, casino, sport), searched, filtered and sorted by the URL. */
export function Page(): ReactNode {
  const t = useTranslations('lobby')
  const page = usePage()
  useDocumentTitle(`${t('title')} | ${page.site.brand.name}`)
  const [typed] = useSearchParameter('type')
  const type: GameType = types.find((one) => one === typed) ?? 'slot'
  const [filter, setFilter] = useLobbyFilter()
  return (
    <main id="main" className={style.page}>
      <h1 className={style.title}>{t('title')}</h1>
      {!isFiltering(filter) && <RecentRow onPress={press} />}
      <Games type={type} filter={filter} setFilter={setFilter} onPress={press} />
    </main>
  )
}

function press(game: LobbyGame): void {
  void openGame(game.kind, game)
}

type GamesProps = {
  type: GameType
  filter: ReturnType<typeof useLobbyFilter>[0]
  setFilter: ReturnType<typeof useLobbyFilter>[1]
  onPress: (game: LobbyGame) => void
}

function Games({ type, filter, setFilter, onPress }: GamesProps): ReactNode {
  const t = useTranslations('lobby')
  const favourite = useTranslations('favourite')
  const { site, locale } = usePage()
  const favourites = useFavourites()
  const games = useMemo(() => lobbyGames(site, type, locale), [site, type, locale])
  // Keeps typing responsive; hundreds of tiles render at lower priority.
  const shownFilter = useDeferredValue(filter)
  const context = useMemo(
    (): FilterContext => ({
      matches: matchesSearch,
      isFavourite: ({ code }) => favourites.has(code),
      compareNames: new Intl.Collator(intlLocale[locale]).compare,
    }),
    [favourites, locale],
  )
  const counts = useMemo(() => countChoices(games, shownFilter, context), [games, shownFilter, context])
  const found = useMemo(() => filterGames(games, shownFilter, context), [games, shownFilter, context])
  const showFavourites = async (on: boolean) => {
    if (!on || (await mayEnter('y'))) setFilter({ ...filter, favourites: on })
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
        <output>{t('found', { count: found.length })}</output>
        {isFiltering(filter) && (
          <Button variant="quiet" onClick={() => setFilter({ ...noFilter, sort: filter.sort })}>
            {t('clear')}
          </Button>
        )}
      </div>
      {found.length === 0 ? (
        <EmptyList of="games">{favourites.size === 0 && filter.favourites ? favourite('none') : t('none')}</EmptyList>
      ) : (
        <GrowingGrid key={type} games={found} favourites={favourites} onPress={onPress} />
      )}
    </>
  )
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
