import { capOf, featureOf, linesOf, type Game } from '#domain/games/game.ts'
import { structureFaults, type Fault } from './structure.ts'

/**
 * Checks a definition for what the engine would play and its designer did not mean. `structureFaults` has what the
 * engine cannot play; both name the field. A machine of the catalogue has no fault but those that it accepts with a
 * reason.
 */
export function definitionFaults(game: Game): Fault[] {
  const malformed = structureFaults(game)
  if (malformed.length > 0) return malformed
  return [
    ...unreachableSymbols(game),
    ...scatterSpacing(game),
    ...shortRows(game),
    ...fallingPays(game),
    ...endlessRetriggers(game),
    ...endlessRespins(game),
    ...unreachableCap(game),
  ]
}

/** A fault with the file of the machine's data that holds its field, from the root of the repository. */
export function describeFault(code: string, { field, fault }: Fault): string {
  const file = field.startsWith('strips.') ? 'strips.ts' : 'game.ts'
  return `src/domain/games/slot/machines/${code}/${file}: ${field}: ${fault}`
}

/** Throws an Error that names file and field of every fault of the definitions. */
export function refuseFaulty(games: readonly Game[]): void {
  const faults = games.flatMap((game) => definitionFaults(game).map((fault) => describeFault(game.code, fault)))
  if (faults.length > 0) throw new Error(`Machines with faults:\n${faults.join('\n')}`)
}

/**
 * Faults of what the house gives back at a game's stakes: comp rate and jackpot share must leave something of the edge.
 * Every rate is in parts per million of the stake; `returnPpm` is the game's own return without the jackpots.
 */
export function edgeFaults(rates: {
  returnPpm: number
  /** The comp rate of each level. */
  compPpm: readonly number[]
  jackpotPpm: number
}): Fault[] {
  const edge = 1_000_000 - rates.returnPpm
  return rates.compPpm.flatMap((comp, level) => {
    const given = comp + rates.jackpotPpm
    if (given < edge) return []
    const parts = `${comp} comp and ${rates.jackpotPpm} jackpots of a million are not below the edge of ${edge}`
    return [{ field: `compPpm.${level}`, fault: parts }]
  })
}

/** A symbol that no strip shows never pays; an ordinary one without a pay only fills. */
function unreachableSymbols(game: Game): Fault[] {
  const shown = new Set(Object.values(game.strips).flat(2))
  for (const symbol of game.symbols) {
    if (symbol.kind === 'mystery' && shown.has(symbol.id)) for (const { symbol: id } of symbol.becomes) shown.add(id)
  }
  return game.symbols.flatMap(({ id, kind }, index) => {
    if (!shown.has(id)) return [{ field: `symbols.${index}.id`, fault: `${id} is on no strip` }]
    const pays = game.paytable[id]?.some((pay) => pay > 0)
    return kind === 'ordinary' && !pays ? [{ field: `paytable.${id}`, fault: `${id} never pays` }] : []
  })
}

/**
 * Two scatters within a window would show two on one reel, which lines of rules and the anticipation do not expect; the
 * strip is a circle.
 */
function scatterSpacing(game: Game): Fault[] {
  const scatter = game.symbols.find(({ kind }) => kind === 'scatter' || kind === 'book')
  if (!scatter) return []
  return reelsOf(game).flatMap(({ field, strip }) => {
    const most = mostInWindow(strip, game.grid.rows, scatter.id)
    return most > 1 ? [{ field, fault: `${most} of the scatter ${scatter.id} within one window` }] : []
  })
}

/** More scatters in view than the row of the paytable is long would pay nothing. */
function shortRows(game: Game): Fault[] {
  const scatter = game.symbols.find(({ kind }) => kind === 'scatter' || kind === 'book')
  const row = game.paytable[scatter?.id ?? ''] ?? []
  if (!scatter || row.length === 0) return []
  // What has fallen in a tumble may show more than one window of the strip.
  const tumbles = featureOf(game, 'tumble') !== undefined
  return Object.entries(game.strips).flatMap(([name, strips]) => {
    const inView = strips.map((strip) =>
      tumbles
        ? Math.min(game.grid.rows, strip.filter((id) => id === scatter.id).length)
        : mostInWindow(strip, game.grid.rows, scatter.id),
    )
    const most = sumOf(inView)
    if (most <= row.length) return []
    return [{ field: `paytable.${scatter.id}`, fault: `has ${row.length} pays; reel set ${name} can show ${most}` }]
  })
}

/** More of a kind never pays less, and a row ends with a pay for a full line. */
function fallingPays(game: Game): Fault[] {
  return Object.entries(game.paytable).flatMap(([id, pays]): Fault[] => {
    const falling = pays.findIndex((pay, index) => pay < (pays[index - 1] ?? 0))
    if (falling >= 0) return [{ field: `paytable.${id}.${falling}`, fault: `${pays[falling]} is less than for fewer` }]
    const kind = game.symbols.find((symbol) => symbol.id === id)?.kind
    const byCount = game.winMode.kind === 'lines' || game.winMode.kind === 'ways'
    if (!byCount || kind === 'scatter' || kind === 'book' || pays.length === game.grid.reels) return []
    return [{ field: `paytable.${id}`, fault: `${pays.length} pays for ${game.grid.reels} reels` }]
  })
}

/** Free spins that award one spin or more each, on average, would only end at their limit. */
function endlessRetriggers(game: Game): Fault[] {
  const free = featureOf(game, 'free-spins')
  if (!free || free.spinsLimit === free.spins) return []
  const strips = game.strips[free.strips] ?? []
  let chances = [1]
  for (const strip of strips) {
    const next = Array.from({ length: chances.length + game.grid.rows }, () => 0)
    for (let stop = 0; stop < strip.length; stop++) {
      const shown = windowOf(strip, stop, game.grid.rows).filter((id) => id === free.trigger.symbol).length
      chances.forEach((chance, count) => {
        next[count + shown] = (next[count + shown] ?? 0) + chance / strip.length
      })
    }
    chances = next
  }
  const again = sumOf(chances.slice(free.trigger.count)) * free.spins
  if (again < 1) return []
  return [{ field: `strips.${free.strips}`, fault: `each free spin awards ${again.toFixed(2)} more on average` }]
}

/** Respins whose coins always land would fill the window every time. */
function endlessRespins(game: Game): Fault[] {
  const hold = featureOf(game, 'hold-and-win')
  if (!hold || hold.landing.chance < hold.landing.of) return []
  return [{ field: 'features.hold-and-win.landing', fault: 'every empty cell lands a coin' }]
}

/** A largest win that nothing can reach promises what the machine does not have. */
function unreachableCap(game: Game): Fault[] {
  const most = mostOfRound(game)
  if (capOf(game) <= most) return []
  const times = Math.floor(most / game.unitsPerStake)
  return [{ field: 'maxWinTimesStake', fault: `is never reached: a round pays at most ${times} times the stake` }]
}

/** An upper bound of what a round could pay without its cap, in units; infinite only in name. */
export function mostOfRound(game: Game): number {
  const { reels, rows } = game.grid
  const free = featureOf(game, 'free-spins')
  const hold = featureOf(game, 'hold-and-win')
  const pick = featureOf(game, 'pick')
  const tumble = featureOf(game, 'tumble')
  const wild = game.symbols.find((symbol) => symbol.kind === 'wild')
  const factor = Math.max(1, ...(wild?.kind === 'wild' ? (wild.multipliers ?? []) : []).map((one) => one.factor))
  const scatter = game.symbols.find(({ kind }) => kind === 'scatter' || kind === 'book')
  const scatterPay = Math.max(0, ...(game.paytable[scatter?.id ?? ''] ?? []))
  const best = Math.max(
    ...game.symbols.map(({ id, kind }) =>
      kind === 'ordinary' || kind === 'wild' ? Math.max(0, ...(game.paytable[id] ?? [])) : 0,
    ),
  )
  const winsAtOnce = {
    lines: linesOf(game).length * best * factor ** reels,
    ways: best * (rows * factor) ** reels,
    cluster: best * factor ** (reels * rows) * reels * rows,
    anywhere: best * game.symbols.length,
  }[game.winMode.kind]
  const spinOn = (ladder: readonly number[] | undefined) =>
    sumOf(
      Array.from({ length: (tumble?.limit ?? 0) + 1 }, (_, fall) => ladder?.[Math.min(fall, ladder.length - 1)] ?? 1),
    ) *
      winsAtOnce +
    scatterPay
  const freeLadder = free?.ladder ?? tumble?.ladder
  const highest = free?.keepsLadder ? freeLadder?.slice(-1) : freeLadder
  const special = free?.expanding ? linesOf(game).length * best : 0
  return (
    spinOn(tumble?.ladder) +
    (free ? free.spinsLimit * free.multiplier * (spinOn(highest) + special) : 0) +
    (hold ? reels * rows * Math.max(...hold.values.map(({ pay }) => pay)) + hold.full : 0) +
    (pick ? pick.picks * Math.max(...pick.prizes.map(({ pay }) => pay)) : 0) +
    (featureOf(game, 'walking-wilds')?.limit ?? 0) * spinOn(undefined)
  )
}

function reelsOf(game: Game): { field: string; strip: readonly string[] }[] {
  return Object.entries(game.strips).flatMap(([name, strips]) =>
    strips.map((strip, reel) => ({ field: `strips.${name}.${reel}`, strip })),
  )
}

function windowOf(strip: readonly string[], stop: number, rows: number): string[] {
  return Array.from({ length: rows }, (_, row) => strip[(stop + row) % strip.length] ?? '')
}

function mostInWindow(strip: readonly string[], rows: number, symbol: string): number {
  return Math.max(...strip.map((_, stop) => windowOf(strip, stop, rows).filter((id) => id === symbol).length))
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
