import type { GameTile, SlotGame } from '#contract/lobby.ts'
import type { SiteData } from '#contract/site.ts'
import type { Locale } from '#i18n/locales.ts'
import { formatMoney, formatPercent } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { jackpotFigures } from '#web/shared/jackpot-figures.ts'
import { KeptWidth } from '#web/shared/kept-width.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useStore } from '#web/shared/store.ts'
import { useTranslations } from 'use-intl/react'
import { useId, type ReactNode } from 'react'
import { usePictures } from '#web/member/late-pictures.ts'
import { usePage } from '#web/member/page-data.ts'
import { useFeatureNames } from './feature-names.ts'
import { BoardPlace, isTableTile, TableSlot } from './table-slot.tsx'
import style from './tiles.module.css'

/** The 3:4 tiles of the lobby: slots, tables and races. */

export type Tile = {
  readonly kind: 'slot' | 'casino' | 'sport'
  readonly code: string
  readonly company: string
  readonly used: 'y' | 'n'
  /** A void round closed the game. */
  readonly closed: boolean
  readonly image: string
  readonly name: string
  /** The language of the name when it is not that of the page: names fall back to English, then Korean. */
  readonly nameLanguage: string | undefined
  /** What it is known for: the code of a feature, or undefined when it has none. */
  readonly feature: string | undefined
  readonly rtp: string | null
  readonly isNew: boolean
  /** Its rounds can hit the jackpots. */
  readonly isLinked: boolean
  readonly searchNames: readonly string[]
}

/** The tiles of one kind, in server order. */
export function tilesOf(site: SiteData, kind: Tile['kind'], locale: Locale): Tile[] {
  if (kind !== 'slot') return site[kind].map((entry) => tileOfEntry(entry, kind, locale))
  const names = new Map(site.slot.map((company) => [company.code, company.name]))
  return site.games.map((game) => tileOfSlot(game, locale, names.get(game.gameCompany) ?? ''))
}

/** A table or race in the language of the page, searchable by all its names. */
export function tileOfEntry(entry: GameTile, kind: 'casino' | 'sport', locale: Locale): Tile {
  return {
    ...nameOf(entry.names, locale),
    kind,
    code: entry.code,
    company: entry.gameCompany,
    used: entry.used,
    closed: false,
    image: entry.imgUrl,
    feature: entry.features[0],
    rtp: null,
    isNew: false,
    isLinked: false,
    searchNames: Object.values(entry.names),
  }
}

/** A slot game in the language of the page, searchable by all its names. */
export function tileOfSlot(game: SlotGame, locale: Locale, companyName: string): Tile {
  return {
    ...nameOf(game.names, locale),
    kind: 'slot',
    code: game.code,
    company: game.gameCompany,
    used: game.used,
    closed: game.closed,
    image: game.imgUrl,
    feature: signatureOf(game.features),
    rtp: game.rtp,
    isNew: game.isNew,
    isLinked: game.features.includes('jackpot'),
    searchNames: [...Object.values(game.names), companyName],
  }
}

/** The feature that a slot's tile names: free spins only where the game has nothing else. */
function signatureOf(features: readonly string[]): string | undefined {
  return features.find((feature) => feature !== 'free-spins') ?? features[0]
}

/** The name in the language of the page, else English, else Korean, with its language when it is a fallback. */
function nameOf(names: GameTile['names'], locale: Locale): Pick<Tile, 'name' | 'nameLanguage'> {
  const found = names[locale] ? locale : names.en ? 'en' : 'ko'
  return { name: names[found], nameLanguage: found === locale ? undefined : found }
}

/**
 * `beside` is rendered on each tile, outside its button. Below tiles of tables stands once that their past rounds do not change
 * the chances.
 */
export function TileGrid<Shown extends Tile>({
  tiles,
  onPress,
  beside,
}: {
  tiles: readonly Shown[]
  onPress: (tile: Shown) => void
  beside?: (tile: Shown) => ReactNode
}): ReactNode {
  const home = useTranslations('home')
  return (
    <>
      <ul className={style.grid} data-tiles="">
        {tiles.map((tile) => (
          <li key={`${tile.company}-${tile.code}`} data-beside={beside === undefined ? undefined : ''}>
            {isTableTile(tile) ? (
              <TableButton tile={tile} onPress={() => onPress(tile)} />
            ) : (
              <TileButton tile={tile} onPress={() => onPress(tile)} />
            )}
            {beside?.(tile)}
          </li>
        ))}
      </ul>
      {tiles.some(isTableTile) && <p className={style.chances}>{home('chances')}</p>}
    </>
  )
}

/** The tile of a table, with what it shows as text: outside the button, whose name stays that of the game. */
function TableButton({ tile, onPress }: { tile: Tile; onPress: () => void }): ReactNode {
  const text = useId()
  return (
    <>
      <TileButton tile={tile} onPress={onPress} describedBy={text} />
      <p id={text} className="visually-hidden">
        <TableSlot code={tile.code} part="Text" />
      </p>
      <p className="visually-hidden">
        <TableSlot code={tile.code} part="Rounds" />
      </p>
    </>
  )
}

function TileButton(props: { tile: Tile; onPress: () => void; describedBy?: string }): ReactNode {
  const { tile, onPress, describedBy } = props
  const home = useTranslations('home')
  const { art, locale } = usePage()
  const lettering = art[`lettering/${tile.code}-${locale}`]
  const locked = tile.used !== 'y'
  const isTable = isTableTile(tile)
  const featureName = useFeatureNames()
  const pictures = usePictures()
  return (
    <button
      type="button"
      className={style.tile}
      data-locked={locked || undefined}
      data-loading={tile.image === '' ? undefined : ''}
      data-table={isTable || undefined}
      aria-describedby={describedBy}
      onClick={onPress}
    >
      {tile.image === '' ? (
        <span className={style.letter} aria-hidden="true">
          {tile.name.slice(0, 1)}
        </span>
      ) : (
        pictures && (
          <img ref={endLoading} src={tile.image} alt="" width={300} height={400} loading="lazy" decoding="async" />
        )
      )}
      <span className={style.badges}>
        {tile.isNew && !locked && <span className={style.badge}>{home('isNew')}</span>}
        {tile.rtp !== null && !locked && (
          <span className={`${style.badge} ${style.rtp} money`}>
            <KeptWidth text={home('returnToPlayer', { percent: formatPercent(tile.rtp, locale) })} />
          </span>
        )}
        {locked && (
          <span className={style.lock}>
            <Icon name="lock" size={16} />
            <span className="visually-hidden">{home(tile.closed ? 'closed' : 'locked')}</span>
          </span>
        )}
      </span>
      {isTable && (
        <span className={style.badges} aria-hidden="true">
          <TableSlot code={tile.code} part="State" />
        </span>
      )}
      <span className={style.caption}>
        {lettering !== undefined && (
          <img
            className={style.lettering}
            src={pictures ? lettering : undefined}
            alt=""
            width={270}
            height={100}
            loading="lazy"
            decoding="async"
          />
        )}
        {isTable && <BoardPlace code={tile.code} className={style.board} />}
        <span className={style.name} lang={tile.nameLanguage}>
          {tile.name}
        </span>
        {tile.feature !== undefined && <span className={style.feature}>{featureName(tile.feature)}</span>}
        {isTable && (
          <span className={style.limits} aria-hidden="true">
            <TableSlot code={tile.code} part="Limits" />
          </span>
        )}
        {tile.isLinked && !locked && <MegaJackpot />}
      </span>
    </button>
  )
}

/** Ends the shimmer of a tile once its picture is there, or will not come. It may have come before the page hydrated. */
function endLoading(picture: HTMLImageElement | null): void {
  if (picture === null) return
  const end = () => picture.closest('button')?.removeAttribute('data-loading')
  if (picture.complete && picture.naturalWidth > 0) end()
  else for (const event of ['load', 'error']) picture.addEventListener(event, end, { once: true })
}

/** The mega pool on the tile of a linked machine; it does not roll, so that one place of a page moves. */
function MegaJackpot(): ReactNode {
  const t = useTranslations('jackpot')
  const locale = useLocaleCode()
  const { site } = usePage()
  const jackpots = useStore(jackpotFigures, null)?.jackpots ?? site.jackpots
  const mega = jackpots.find(({ tier }) => tier === 'mega')
  if (mega === undefined) return null
  return (
    <span className={style.jackpot}>
      {t('mega')} <span className="money">{formatMoney(mega.amount, locale)}</span>
    </span>
  )
}
