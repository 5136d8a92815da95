import { GameTypeSwitch, type GameType } from '../game-type-switch.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { EmptyList } from '../empty-list.tsx'
import { mayEnter, openGame } from '../open-game.tsx'
import { usePage } from '../page-data.ts'
import { TileGrid, tilesOf, type Tile } from '../tiles.tsx'
import { useGoTo } from '../navigation.tsx'
import { useSearchParameter } from '../use-search-parameter.ts'
import { useDocumentTitle } from '../use-document-title.ts'
import style from './game.module.css'

const types = ['slot', 'casino', 'sport'] as const

/** Every kind of game, sport too (spec §2: slot, casino, sport). */
export function Page(): ReactNode {
  const words = useTranslations('account.game')
  const home = useTranslations('home')
  const page = usePage()
  const goTo = useGoTo()
  useDocumentTitle(`${words('title')} | ${page.site.brand.name}`)
  const [typed, setType] = useSearchParameter('type')
  const type: GameType = types.find((known) => known === typed) ?? 'slot'
  const tiles = tilesOf(page.site, type, page.locale)
  const press = async (tile: Tile) => {
    if (tile.opens === 'game') return openGame(tile.kind, tile)
    if (await mayEnter(tile.used)) goTo(`/?type=slot&q=${encodeURIComponent(tile.name)}`)
  }
  return (
    <main id="main" className={style.page}>
      <div className={style.head}>
        <h1>{words('title')}</h1>
        <GameTypeSwitch types={types} value={type} onChange={setType} />
      </div>
      {tiles.length === 0 ? (
        <EmptyList of="games">{home('noGames')}</EmptyList>
      ) : (
        <TileGrid tiles={tiles} onPress={(tile) => void press(tile)} />
      )}
    </main>
  )
}
