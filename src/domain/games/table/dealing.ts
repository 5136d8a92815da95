/** What a dealer does next at a table, by what the database has; the clock is that of the database. */

/** Times at which bets close: `offsetMs`, and every `everyMs` after it, in epoch ms. */
export type Schedule = { everyMs: number; offsetMs: number }

/** The times of a table in ms. */
export type TablePace = {
  /** How long browsers send the hashes of their salts, and then the salts. */
  hashesMs: number
  saltsMs: number
  /** How long bets are open, with a schedule at least. */
  betMs: number
  /** Bets close at the times of a clock instead of after `betMs`; null in most games. */
  schedule: Schedule | null
  /** From the close to the first card. */
  closeMs: number
  /** From the outcome to the settlement. */
  dealMs: number
  /** From the end of a round to the next one. */
  pauseMs: number
  /** A round whose close is overdue by more is void. */
  overdueMs: number
  /** A table that nobody has watched for so long rests. */
  unwatchedMs: number
}

/** The pace of a game but for its betting time and that of its outcome. */
export const usualPace: Omit<TablePace, 'betMs' | 'dealMs'> = {
  schedule: null,
  hashesMs: 6_000,
  saltsMs: 6_000,
  closeMs: 500,
  pauseMs: 5_000,
  overdueMs: 5_000,
  unwatchedMs: 120_000,
}

/** What a game has of its own in the pace of its tables; `dealMs`: how long it shows its outcome. */
export type GamePace = { dealMs: number } & Partial<Pick<TablePace, 'pauseMs' | 'schedule'>>

/** The pace of a table with this betting time, of a game with this pace. */
export function paceOf({ betSeconds, game }: { betSeconds: number; game: GamePace }): TablePace {
  const { dealMs, pauseMs = usualPace.pauseMs, schedule = usualPace.schedule } = game
  return { ...usualPace, betMs: betSeconds * 1_000, dealMs, pauseMs, schedule }
}

/** The pace at which a series is ended without bets: each round closes before anybody can know of it, and is dealt at once. */
export function withoutBets(pace: TablePace): TablePace {
  return { ...pace, schedule: null, betMs: 1, closeMs: 0, dealMs: 0, pauseMs: 0 }
}

/** How long bets are open in a round that opens at `now` (epoch ms): with a schedule until the first of its times that leaves `betMs`. */
export function openFor({ betMs, schedule }: Pick<TablePace, 'betMs' | 'schedule'>, now: number): number {
  if (schedule === null) return betMs
  const { everyMs, offsetMs } = schedule
  return Math.ceil((now + betMs - offsetMs) / everyMs) * everyMs + offsetMs - now
}

/** A table at a moment; times in epoch ms. */
export type TableMoment = {
  now: number
  watchedAt: number | null
  /** The newest series; `isOver`: every round of it was dealt. Null before the first. */
  series: { phase: 'hashes' | 'salts' | 'running' | 'ended'; phaseEndsAt: number | null; isOver: boolean } | null
  /** The newest round. `isOwn`: this dealer opened it. */
  round: {
    state: 'open' | 'closed' | 'dealt' | 'settled' | 'void'
    isOwn: boolean
    closesAt: number
    closedAt: number | null
    dealtAt: number | null
    endedAt: number | null
  } | null
}

/** The next transition, due now, or the time until there is one; an infinite time when a table rests. */
export type TableAct =
  | 'begin-series'
  | 'close-hashes'
  | 'list-salts'
  | 'end-series'
  | 'open'
  | 'close'
  | 'deal'
  | 'settle'
  | 'void'
  | 'rest'
  | { waitMs: number }

/** Decides the next transition. A round that another dealer opened is void while it is open; one that was closed is finished. */
export function nextAct(moment: TableMoment, pace: TablePace): TableAct {
  const { now, round } = moment
  const from = (at: number | null, ms: number, act: Exclude<TableAct, object>): TableAct => {
    const waitMs = (at ?? now) + ms - now
    return waitMs <= 0 ? act : { waitMs }
  }
  switch (round?.state) {
    case 'open':
      if (!round.isOwn || now - round.closesAt >= pace.overdueMs) return 'void'
      return from(round.closesAt, 0, 'close')
    case 'closed':
      return from(round.closedAt, pace.closeMs, 'deal')
    case 'dealt':
      return from(round.dealtAt, pace.dealMs, 'settle')
    default:
      return betweenRounds(moment, pace, from)
  }
}

function betweenRounds(
  { now, watchedAt, series, round }: TableMoment,
  pace: TablePace,
  from: (at: number | null, ms: number, act: Exclude<TableAct, object>) => TableAct,
): TableAct {
  if (watchedAt === null || now - watchedAt >= pace.unwatchedMs) return 'rest'
  if (series === null || series.phase === 'ended') return 'begin-series'
  if (series.phase === 'hashes') return from(series.phaseEndsAt, 0, 'close-hashes')
  if (series.phase === 'salts') return from(series.phaseEndsAt, 0, 'list-salts')
  const isPaused = round?.endedAt ?? null
  return from(isPaused, isPaused === null ? 0 : pace.pauseMs, series.isOver ? 'end-series' : 'open')
}
