import type { Jackpot } from './jackpot.ts'
import type { Banner, GameTile, SlotCompany, SlotGame } from './lobby.ts'
import type { Maintenance } from './maintenance.ts'
import type { Notice, Popup } from './notice.ts'
import type { ListedReplay } from './replay.ts'

/** The data of the pages the server renders. The same for every visitor of a brand; contains nothing private. */

export type SiteBrand = {
  readonly code: string
  readonly name: string
  /** The first of its domains, for absolute addresses. */
  readonly domain: string
  /** IANA name; determines the days of every date shown. */
  readonly timeZone: string
  readonly mode: 'play' | 'real'
  readonly minAge: number
  /** How long approving a registration usually takes. */
  readonly approvalMinutes: number
}

/** The public home of one brand in one language: the answers of several guest calls, read together. */
export type SiteData = {
  readonly brand: SiteBrand
  readonly banners: readonly Banner[]
  /** The latest five. */
  readonly notices: readonly Notice[]
  readonly popups: readonly Popup[]
  /** Tiles carry their names in the page’s language. */
  readonly casino: readonly GameTile[]
  readonly sport: readonly GameTile[]
  readonly slot: readonly SlotCompany[]
  /** Games of the slot companies in use, for the lobby's own row and the search. */
  readonly games: readonly SlotGame[]
  readonly jackpots: readonly Jackpot[]
  /** Shared rounds that lists may show, at most 10; visitors of an excluded member get none. */
  readonly replays: readonly ListedReplay[]
  /** null: games open as usual. */
  readonly maintenance: Maintenance | null
}
