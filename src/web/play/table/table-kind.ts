import type { ComponentType, ReactNode } from 'react'
import type { TableSpotTotal, WireTableLimits, WireTableRound } from '#contract/table.ts'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { RunnerForm } from '#domain/games/table/race/form.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import type { Spot, TableGame } from '#domain/games/table/table-game.ts'
import type { Amount } from '#domain/money.ts'
import type { Locale } from '#i18n/locales.ts'
import type { LoadedMessages } from '#web/shared/messages.tsx'
import type { Sound, SoundSet } from '#web/play/kit/sound.ts'
import type { SpotEnds, Stakes } from './stakes.ts'
import type { TableSession } from './table-session.ts'

/**
 * What a kind of table game contributes to the window: its stage, its spots, its results and its texts. Everything else is the
 * same at every table. Each kind is a chunk of its own (`kinds.ts`).
 */
export type TableKindParts = {
  /** The games of the kind. */
  games: readonly TableGame[]
  /** Loads the pictures of the stage of a game. Rejects when one cannot be loaded. */
  loadStage: (manifest: ArtManifest, game: TableGame) => Promise<ComponentType<StageProps>>
  /** Loads the messages of the kind beside those of every table. */
  loadMessages: (locale: Locale) => Promise<LoadedMessages>
  /** The betting layout. */
  Spots: ComponentType<SpotsProps>
  /** The last results, always seen; a press opens all of them. */
  Strip: ComponentType<StripProps>
  /** Further results where a window has the room for them; null without. */
  Aside: ComponentType<{ rounds: readonly WireTableRound[] }> | null
  /** The panel with all results of the series. */
  Results: ComponentType<ResultsProps>
  /** The bets and the rules, in the panel about the game. */
  Info: ComponentType<{ session: TableSession; game: TableGame }>
  keys: readonly SpotKey[]
  /** Sounds beside those of every table. */
  sounds?: readonly SoundSet[]
  /** A class of the window for a kind that arranges its areas in another way; they are named by `data-area`. */
  arrangement?: string | undefined
  /** A hook with the texts of the kind for a game, in the language of the page. */
  useTexts: (game: TableGame) => KindTexts
}

/** A kind whose stage is loaded. */
export type LoadedKind = Omit<TableKindParts, 'loadStage' | 'loadMessages'> & { Stage: ComponentType<StageProps> }

/** So many times the chosen chip on a spot. */
export type SpotCount = { spot: string; count: number }

/** A key that places chips: `B`, `Shift+B`. Taken at every table: 1 to 8, C, D, R, U (`use-table-keys.ts`). */
export type SpotKey = { key: string; spots: readonly SpotCount[] }

/**
 * A round whose outcome is shown. `key` changes with each showing, `round` names the round in its replays too. `elapsedMs` of its deal
 * have passed; null: everything lies open.
 */
export type ShownDeal = { key: string; round: string; outcome: TableOutcome; dealMs: number; elapsedMs: number | null }

/** What a stage is given: the outcome and the time of the table, never bets. */
export type StageProps = {
  manifest: ArtManifest
  label: string
  deal: ShownDeal | null
  /** The round is settled: who won may be shown. */
  isSettled: boolean
  sound: Sound['play']
  /** Called with what has just been shown, in words. */
  onShown?: (text: string) => void
  /** Everything of a deal is shown. */
  onEnd?: () => void
  children?: ReactNode
}

export type SpotsProps = {
  game: TableGame
  limits: WireTableLimits
  chips: readonly Amount[]
  /** The address of the picture of all chips. */
  picture: string | undefined
  stakes: Stakes
  /** Spots with a placement that has no answer yet. */
  pending: ReadonlySet<string>
  totals: readonly TableSpotTotal[]
  /** How the spots ended, once the round is settled. */
  ends: SpotEnds | null
  isOpen: boolean
  /** Places the chosen chip on these spots, in one placement. */
  onPlace: (spots: readonly SpotCount[]) => void
}

/** `rounds`: the ended rounds of the shoe, or the newest ones of a table without one, oldest first, void ones too. */
export type StripProps = { rounds: readonly WireTableRound[]; onOpen: () => void }
export type ResultsProps = {
  game: TableGame
  rounds: readonly WireTableRound[]
  /** Of each runner in past races; null of other games. */
  form: readonly RunnerForm[] | null
  onClose: () => void
}

export type KindTexts = {
  /** The name of a spot; its code where the kind does not know it. */
  spot: (code: string) => string
  /** What a spot pays: `0.95:1`. */
  odds: (spot: Spot) => string
  /** The phase in which the outcome is shown; null where the stage tells it and needs the room. */
  dealt: string | null
  outcome: (outcome: TableOutcome) => OutcomeTexts
}

/** An outcome in words. */
export type OutcomeTexts = {
  /** Over the stage: `Banker wins`. */
  title: string
  /** For the live line: `Player 5, banker 7. Banker wins.` */
  sentence: string
  /** In the list of rounds: `Banker` and `5:7`. */
  name: string
  figures: string
  tone: Tone
}

/** The colour that goes with a spot or an outcome, never without its name (`tone.module.css`). */
export type Tone = 'red' | 'blue' | 'jade' | 'gold' | 'grey'

/** The keys of spots that take one chip each. */
export function keysOfSpots(keys: Readonly<Record<string, string>>): SpotKey[] {
  return Object.entries(keys).map(([spot, key]) => ({ key, spots: [{ spot, count: 1 }] }))
}
