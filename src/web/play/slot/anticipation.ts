import { featureOf, type Game, type Trigger } from '#domain/games/game.ts'

/**
 * Which reels run longer because a feature can still be hit. Decided reel by reel from the symbols that have landed
 * before it and from what its strip can show, never from where it will stop.
 */

export type Anticipation = {
  /** Per reel: how many trigger symbols have landed once it stands, for the pitch of the bell; 0 when it brings none. */
  landed: readonly number[]
  /** Per reel: whether it runs longer. */
  anticipated: readonly boolean[]
  /** The landed trigger symbols while a reel is anticipated. */
  positions: readonly number[]
}

/** The features that a spin can start. Free spins award again inside the feature, as long as their limit allows. */
export type SpinKind = { kind: 'paid' } | { kind: 'free'; awarded: number } | { kind: 'respin' }

export function anticipationOf(
  game: Game,
  strips: string,
  grid: readonly (readonly number[])[],
  spin: SpinKind,
): Anticipation {
  const trigger = triggerOf(game, spin)
  if (trigger === null) {
    return { landed: grid.map(() => 0), anticipated: grid.map(() => false), positions: [] }
  }
  const { rows } = game.grid
  const symbol = game.symbols.findIndex(({ id }) => id === trigger.symbol)
  const landed: number[] = []
  const anticipated: boolean[] = []
  const positions: number[] = []
  let count = 0
  for (const [reel, symbols] of grid.entries()) {
    const most = mostInView(game.strips[strips]?.[reel] ?? [], trigger.symbol, rows)
    // Half of the symbols have to lie there: a stack that could bring all of them is no reason to wait.
    anticipated.push(count < trigger.count && count + most >= trigger.count && count * 2 >= trigger.count)
    const brought = symbols.flatMap((shown, row) => (shown === symbol ? [reel * rows + row] : []))
    count += brought.length
    landed.push(brought.length === 0 ? 0 : count)
    positions.push(...brought)
  }
  return { landed, anticipated, positions: anticipated.includes(true) ? positions : [] }
}

function triggerOf(game: Game, spin: SpinKind): Trigger | null {
  const free = featureOf(game, 'free-spins')
  if (spin.kind === 'respin') return null
  if (spin.kind === 'free') return free && spin.awarded < free.spinsLimit ? free.trigger : null
  return (free ?? featureOf(game, 'hold-and-win') ?? featureOf(game, 'pick'))?.trigger ?? null
}

/** The most that a stop of the strip shows of a symbol. */
function mostInView(strip: readonly string[], symbol: string, rows: number): number {
  const shown = strip.map(
    (_, stop) =>
      Array.from({ length: rows }, (__, row) => strip[(stop + row) % strip.length]).filter((id) => id === symbol)
        .length,
  )
  return Math.max(0, ...shown)
}
