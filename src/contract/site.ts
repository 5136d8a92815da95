import type { Banner, GameTile, Jackpot, Maintenance, Notice, Popup, SlotCompany, SlotGame } from './shapes.ts'

/** What the server hands to the pages it renders. The same for every visitor of a brand: nothing private is in it. */

export type SiteBrand = {
  readonly code: string
  readonly name: string
  /** Where it is found, for what must be said with a whole address; the first of its domains. */
  readonly domain: string
  /** IANA name; makes the days of every date shown. */
  readonly timeZone: string
  readonly mode: 'play' | 'real'
  readonly minAge: number
  /** How long approving a registration usually takes. */
  readonly approvalMinutes: number
}

/** The public home of one brand in one language: answers of the guests' calls, asked together. */
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
  /** null: games open as usual. */
  readonly maintenance: Maintenance | null
}
