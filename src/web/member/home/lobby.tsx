import { Icon } from '#web/shared/icons.tsx'
import { KeptWidth } from '#web/shared/kept-width.tsx'
import { useTranslations } from 'use-intl/react'
import type { SlotCompany } from '#contract/lobby.ts'
import { onDemand } from '#web/shared/on-demand.tsx'
import { Fragment, useCallback, useEffect, useState, type ReactNode } from 'react'
import { GameTypeSwitch, type GameType } from '#web/member/lobby/game-type-switch.tsx'
import { loadLazyApp } from '../load-lazy-app.ts'
import { Link } from '../navigation.tsx'
import { usePictures } from '../late-pictures.ts'
import { usePage } from '../page-data.ts'
import { useSession } from '#web/member/session/session.ts'
import { TileGrid, tilesOf, type Tile } from '#web/member/lobby/tiles.tsx'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import style from './lobby.module.css'
import { SearchBox } from './search-box.tsx'
import { useSheetParameter } from './use-sheet-parameter.ts'

const SlotModal = onDemand(async () => {
  const [chunk, { loadMessages }] = await Promise.all([import('./slot-modal.tsx'), import('../message-parts.ts')])
  await loadMessages('lobby')
  return chunk.SlotModal
})

/** Tiles on the home, in full rows of six; the lobby page shows all of them. */
const maxTiles = 12
const maxOthers = 6

const kinds = ['slot', 'casino', 'sport'] as const
const plainTypes: readonly GameType[] = ['casino', 'slot']
const withSport: readonly GameType[] = [...plainTypes, 'sport']

/** Whether a tile matches the query; the search code is loaded with the first letter. */
type Filter = (name: string) => boolean

/**
 * The game-type switch with its tiles, and the other kinds below; kind, search and open company are stored in the URL. A
 * search finds games of every kind.
 */
export function Lobby(): ReactNode {
  const home = useTranslations('home')
  const { site, locale } = usePage()
  const [type, setType] = useSearchParameter('type')
  const [company, openCompany, closeCompany] = useOpenCompany()
  const [filter, setFilter] = useState<Filter | null>(null)
  const onFilter = useCallback((next: Filter | null) => setFilter(() => next), [])
  // The specification has two kinds here; sport joins them where the brand offers a game of it.
  const types = site.sport.some(({ used }) => used === 'y') ? withSport : plainTypes
  const shown = types.find((one) => one === type) ?? 'slot'
  useGameOfAddress()
  const rows = [shown, ...types.filter((one) => one !== shown)].map((kind) => {
    const tiles = tilesOf(site, kind, locale)
    const found = filter === null ? tiles : tiles.filter((tile) => tile.searchNames.some(filter))
    return { kind, tiles: filter === null ? found.slice(0, kind === shown ? maxTiles : maxOthers) : found }
  })
  // The switch shows its kind even when it has no games; the other rows are those with games.
  const filled = rows.filter(({ kind, tiles }) => tiles.length > 0 || (filter === null && kind === shown))
  return (
    <section id="games" className={style.lobby} aria-label={home('games')}>
      <div className={style.bar}>
        <GameTypeSwitch types={types} value={shown} onChange={setType} />
        <SearchBox onFilter={onFilter} />
      </div>
      {/* The key replaces the whole content when the kind changes, which does not count as a layout shift. */}
      <Fragment key={shown}>
        {filled.length === 0 && <output className={style.none}>{home('noResults')}</output>}
        {filled.map(({ kind, tiles }) => (
          <Fragment key={kind}>
            <RowHead type={kind} {...(filter === null ? { onCompany: openCompany } : { count: tiles.length })} />
            {tiles.length === 0 ? (
              <output className={style.none}>{home('noGames')}</output>
            ) : (
              <TileGrid tiles={tiles} onPress={open} />
            )}
          </Fragment>
        ))}
      </Fragment>
      {company !== undefined && <SlotModal company={company} onClose={closeCompany} />}
    </section>
  )
}

function open(tile: Tile): void {
  void loadLazyApp().then((app) => app.openGame(tile.kind, { ...tile, shown: tile }))
}

/** Opens the game that the address names (`?game=`): a banner's link, and a shared one. */
function useGameOfAddress(): void {
  const { site, locale } = usePage()
  const [code, setCode] = useSearchParameter('game')
  const isReady = useSession().kind !== 'loading'
  useEffect(() => {
    if (code === '' || !isReady) return
    setCode('')
    const tile = kinds.flatMap((kind) => tilesOf(site, kind, locale)).find((one) => one.code === code)
    if (tile !== undefined) open(tile)
  }, [code, isReady, setCode, site, locale])
}

/** Names the kind of a row, with a link to all its games; while nothing is searched the row of slots has its companies. */
function RowHead(props: { type: GameType; onCompany?: (code: string) => void; count?: number }): ReactNode {
  const { type, onCompany, count } = props
  const home = useTranslations('home')
  const menu = useTranslations('menu')
  return (
    <header className={style.head}>
      <h2 className={style.heading}>
        <KeptWidth text={menu(type)} /> {count !== undefined && <span className={`${style.count} money`}>{count}</span>}
      </h2>
      {type === 'slot' && onCompany !== undefined && <Companies onOpen={onCompany} />}
      {count === undefined && (
        <Link to={`/game?type=${type}`} className={style.all} aria-label={`${menu(type)}: ${home('all')}`}>
          <KeptWidth text={home('all')} />
          <Icon name="right" size={16} />
        </Link>
      )}
    </header>
  )
}

/** A chip for each slot company, which opens the sheet with its games (spec §2). */
function Companies({ onOpen }: { onOpen: (code: string) => void }): ReactNode {
  const home = useTranslations('home')
  const { site } = usePage()
  const pictures = usePictures()
  const press = async ({ code, used, imgUrl, name }: SlotCompany) => {
    const app = await loadLazyApp()
    if (await app.mayEnter({ used, shown: { image: imgUrl, name } })) onOpen(code)
  }
  return (
    <ul className={style.companies} aria-label={home('provider')}>
      {site.slot.map((company) => (
        <li key={company.code}>
          <button type="button" className={style.company} onClick={() => void press(company)}>
            {company.imgUrl !== '' && (
              <img
                src={pictures ? company.imgUrl : undefined}
                alt=""
                width={24}
                height={32}
                loading="lazy"
                decoding="async"
              />
            )}
            {company.name}
            {company.used !== 'y' && (
              <>
                <Icon name="lock" size={16} />
                <span className="visually-hidden">{home('locked')}</span>
              </>
            )}
          </button>
        </li>
      ))}
    </ul>
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
      if (!(await app.mayEnter({ used: 'y' }))) close()
    })
  }, [needsSignIn, close])
  return [kind === 'member' ? company : undefined, open, close] as const
}
