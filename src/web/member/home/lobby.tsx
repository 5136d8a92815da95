import { useTranslations } from 'use-intl/react'
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { usePage } from '../page-data.ts'
import { loadLate } from '../late-door.ts'
import { GameTypeSwitch, type GameType } from '../game-type-switch.tsx'
import { TileGrid, tilesOf, type Tile } from '../tiles.tsx'
import { useSearchParameter } from '../use-search-parameter.ts'
import style from './lobby.module.css'
import { SearchBox } from './search-box.tsx'

const SlotModal = lazy(() => import('./slot-modal.tsx').then((chunk) => ({ default: chunk.SlotModal })))

/** Which tiles match what was typed; the searching itself is loaded with the first letter. */
type Filter = (name: string) => boolean

/** The game-type switch with its tiles, and the other kind below; kind and search are kept in the address. */
export function Lobby(): ReactNode {
  const home = useTranslations('home')
  const menu = useTranslations('menu')
  const page = usePage()
  const [type, setType] = useSearchParameter('type')
  const [company, setCompany] = useState<{ code: string; name: string } | null>(null)
  const [filter, setFilter] = useState<Filter | null>(null)
  const onFilter = useCallback((next: Filter | null) => setFilter(() => next), [])
  const shown: GameType = type === 'casino' ? 'casino' : 'slot'
  const other = shown === 'slot' ? 'casino' : 'slot'
  const tiles = tilesOf(page.site, shown, page.locale)
  const others = tilesOf(page.site, other, page.locale)
  const found = filter === null ? tiles : tiles.filter((tile) => tile.searchNames.some(filter))
  const press = async (tile: Tile) => {
    const late = await loadLate()
    if (tile.opens === 'game') return late.openGame(tile.kind, tile)
    if (await late.mayEnter(tile.used)) setCompany({ code: tile.code, name: tile.name })
  }
  return (
    <section id="games" className={style.lobby} aria-label={home('games')}>
      <div className={style.bar}>
        <GameTypeSwitch types={['casino', 'slot']} value={shown} onChange={setType} />
        <SearchBox onFilter={onFilter} />
      </div>
      {found.length === 0 ? (
        <output className={style.none}>{home('noGames')}</output>
      ) : (
        <TileGrid tiles={found} onPress={(tile) => void press(tile)} />
      )}
      {filter === null && others.length > 0 && (
        <>
          <h2 className={style.heading}>{menu(other)}</h2>
          <TileGrid tiles={others} onPress={(tile) => void press(tile)} />
        </>
      )}
      {company !== null && (
        <Suspense fallback={null}>
          <SlotModal company={company} onClose={() => setCompany(null)} />
        </Suspense>
      )}
    </section>
  )
}
