import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import { Fragment, lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { GameTypeSwitch, type GameType } from '#web/member/lobby/game-type-switch.tsx'
import { loadLazyApp } from '../load-lazy-app.ts'
import { Link } from '../navigation.tsx'
import { usePage } from '../page-data.ts'
import { useSession } from '#web/member/session/session.ts'
import { TileGrid, tilesOf, type Tile } from '#web/member/lobby/tiles.tsx'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import style from './lobby.module.css'
import { SearchBox } from './search-box.tsx'
import { useSheetParameter } from './use-sheet-parameter.ts'

const SlotModal = lazy(async () => {
  const [chunk, { loadMessages }] = await Promise.all([import('./slot-modal.tsx'), import('../message-parts.ts')])
  await loadMessages('lobby')
  return { default: chunk.SlotModal }
})

/** Tiles on the home, in full rows of six; the lobby page shows all of them. */
const maxTiles = 12
const maxOthers = 6

const plainTypes: readonly GameType[] = ['casino', 'slot']
const withSport: readonly GameType[] = [...plainTypes, 'sport']

/** Whether a tile matches the query; the search code is loaded with the first letter. */
type Filter = (name: string) => boolean

/**
 * The game-type switch with its tiles, and the other kind below; kind, search and open company are stored in the URL.
 */
export function Lobby(): ReactNode {
  const home = useTranslations('home')
  const menu = useTranslations('menu')
  const page = usePage()
  const [type, setType] = useSearchParameter('type')
  const [company, openCompany, closeCompany] = useOpenCompany()
  const [filter, setFilter] = useState<Filter | null>(null)
  const onFilter = useCallback((next: Filter | null) => setFilter(() => next), [])
  // The specification has two kinds here; sport joins them where the brand offers a game of it.
  const types = page.site.sport.some(({ used }) => used === 'y') ? withSport : plainTypes
  const shown = types.find((one) => one === type) ?? 'slot'
  const other = shown === 'slot' ? 'casino' : 'slot'
  const tiles = tilesOf(page.site, shown, page.locale)
  const others = tilesOf(page.site, other, page.locale)
  const found = filter === null ? tiles.slice(0, maxTiles) : tiles.filter((tile) => tile.searchNames.some(filter))
  const press = async (tile: Tile) => {
    const app = await loadLazyApp()
    if (tile.opens === 'game') return app.openGame(tile.kind, tile)
    if (await app.mayEnter(tile.used)) openCompany(tile.code)
  }
  return (
    <section id="games" className={style.lobby} aria-label={home('games')}>
      <div className={style.bar}>
        <GameTypeSwitch types={types} value={shown} onChange={setType} />
        <SearchBox onFilter={onFilter} />
      </div>
      {/* The key replaces the whole content when the kind changes, which does not count as a layout shift. */}
      <Fragment key={shown}>
        {found.length === 0 ? (
          <output className={style.none}>{home('noGames')}</output>
        ) : (
          <TileGrid tiles={found} onPress={(tile) => void press(tile)} />
        )}
        <More type={shown} />
        {filter === null && others.length > 0 && (
          <>
            <h2 className={style.heading}>{menu(other)}</h2>
            <TileGrid tiles={others.slice(0, maxOthers)} onPress={(tile) => void press(tile)} />
            <More type={other} />
          </>
        )}
      </Fragment>
      {company !== undefined && (
        <Suspense fallback={null}>
          <SlotModal company={company} onClose={closeCompany} />
        </Suspense>
      )}
    </section>
  )
}

/** A link to all games of a kind. */
function More({ type }: { type: GameType }): ReactNode {
  const common = useTranslations('common')
  const menu = useTranslations('menu')
  return (
    <p className={style.more}>
      <Link to={`/game?type=${type}`} className={buttonClass('plain')}>
        {menu(type)} {common('more')}
      </Link>
    </p>
  )
}

/**
 * The company whose games are open in a sheet. Members only: guests with a shared URL are prompted to sign in first.
 */
function useOpenCompany() {
  const { site } = usePage()
  const { kind } = useSession()
  const [code, open, close] = useSheetParameter('company')
  const company = site.slot.find((one) => one.code === code && one.used === 'y')
  const needsSignIn = company !== undefined && kind === 'guest'
  useEffect(() => {
    if (!needsSignIn) return
    void loadLazyApp().then(async (app) => {
      if (!(await app.mayEnter('y'))) close()
    })
  }, [needsSignIn, close])
  return [kind === 'member' ? company : undefined, open, close] as const
}
