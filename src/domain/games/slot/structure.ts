import { featureOf, linesOf, type Feature, type Game, type GameSymbol } from '#domain/games/game.ts'

/** A fault of a game's data. `field` is its place as in the data: `features.hold-and-win.landing.of`. */
export type Fault = { field: string; fault: string }

/** Throws an Error that names the field of the first fault with which the engine cannot play. */
export function refuseMalformed(game: Game): void {
  const [first] = structureFaults(game)
  if (first) throw new Error(`Game ${game.code}: ${first.field}: ${first.fault}.`)
}

/** Every fault that types cannot express and with which the engine cannot play, or would not play what the data say. */
export function structureFaults(game: Game): Fault[] {
  const numbers = numberFaults(game, '')
  if (numbers.length > 0) return numbers
  return [
    ...symbolFaults(game),
    ...stripFaults(game),
    ...paytableFaults(game),
    ...winModeFaults(game),
    ...game.features.flatMap((feature) => featureFaults(game, feature)),
    ...wildFaults(game),
    ...stakeFaults(game),
    ...boundFaults(game),
  ]
}

/** Every number of the data is a whole number from 0. */
function numberFaults(value: unknown, field: string): Fault[] {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 ? [] : [{ field, fault: `${value} is not a whole number` }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => numberFaults(item, field === '' ? key : `${field}.${key}`))
}

const unique = (kinds: readonly GameSymbol['kind'][]) => ({ kinds, name: kinds.join(' or ') })
const atMostOne = [unique(['wild', 'book']), unique(['scatter', 'book']), unique(['coin']), unique(['mystery'])]

function symbolFaults({ symbols, grid }: Game): Fault[] {
  const ids = symbols.map(({ id }) => id)
  const faults: Fault[] = ids.flatMap((id, index) => {
    const field = `symbols.${index}.id`
    if (ids.indexOf(id) !== index) return [{ field, fault: `two symbols share the id ${id}` }]
    return /^[a-z0-9-]+$/.test(id) ? [] : [{ field, fault: `${JSON.stringify(id)} is not of a to z, 0 to 9 and -` }]
  })
  for (const { kinds, name } of atMostOne) {
    if (symbols.filter(({ kind }) => kinds.includes(kind)).length > 1) {
      faults.push({ field: 'symbols', fault: `more than one ${name}` })
    }
  }
  for (const [index, symbol] of symbols.entries()) {
    if (symbol.kind === 'mystery') {
      faults.push(...ordinaryFaults(symbols, symbol.becomes, `symbols.${index}.becomes`))
    }
    if (symbol.kind === 'wild' && symbol.multipliers) {
      faults.push(...weightFaults(symbol.multipliers, `symbols.${index}.multipliers`))
      if (symbol.multipliers.some(({ factor }) => factor < 1)) {
        faults.push({ field: `symbols.${index}.multipliers`, fault: 'a factor is 0' })
      }
    }
  }
  if (symbols.length > 32) faults.push({ field: 'symbols', fault: 'more than 32' })
  const cells = grid.reels * grid.rows
  if (cells < 1 || cells > 64) faults.push({ field: 'grid', fault: `${cells} cells; 1 to 64 are possible` })
  return faults
}

function stripFaults(game: Game): Fault[] {
  const ids = game.symbols.map(({ id }) => id)
  return Object.entries(game.strips).flatMap(([name, strips]) => {
    const field = `strips.${name}`
    if (strips.length !== game.grid.reels) {
      return [{ field, fault: `${strips.length} strips for ${game.grid.reels} reels` }]
    }
    return strips.flatMap((strip, reel): Fault[] => {
      const unknown = strip.find((id) => !ids.includes(id))
      if (unknown !== undefined) return [{ field: `${field}.${reel}`, fault: `shows the unknown symbol ${unknown}` }]
      if (strip.length < game.grid.rows) return [{ field: `${field}.${reel}`, fault: 'is shorter than the window' }]
      return []
    })
  })
}

function paytableFaults(game: Game): Fault[] {
  return Object.keys(game.paytable).flatMap((id) => {
    const symbol = game.symbols.find((one) => one.id === id)
    if (!symbol) return [{ field: `paytable.${id}`, fault: `${id} is an unknown symbol` }]
    const isPaying = symbol.kind !== 'coin' && symbol.kind !== 'mystery'
    return isPaying ? [] : [{ field: `paytable.${id}`, fault: `a ${symbol.kind} pays nothing by the paytable` }]
  })
}

function winModeFaults(game: Game): Fault[] {
  const { winMode, grid, symbols, strips } = game
  const wild = symbols.find(({ kind }) => kind === 'wild' || kind === 'book')
  switch (winMode.kind) {
    case 'lines':
      return winMode.lines.flatMap((line, index) => {
        const fits = line.length === grid.reels && line.every((row) => row < grid.rows)
        return fits ? [] : [{ field: `winMode.lines.${index}`, fault: `line ${line.join('-')} does not fit the grid` }]
      })
    case 'ways':
      return Object.entries(strips).flatMap(([name, [first = []]]) =>
        wild && first.includes(wild.id)
          ? [{ field: `strips.${name}.0`, fault: `a wild on the first reel, where ways begin` }]
          : [],
      )
    case 'cluster':
    case 'anywhere':
      return groupFaults(game, winMode.sizes, wild)
  }
}

function groupFaults(game: Game, sizes: readonly number[], wild: GameSymbol | undefined): Fault[] {
  const faults: Fault[] = []
  if (sizes.length === 0 || sizes.some((size, index) => size <= (sizes[index - 1] ?? 0))) {
    faults.push({ field: 'winMode.sizes', fault: 'the sizes do not ascend from 1' })
  }
  if (wild?.kind === 'book' || (wild && game.winMode.kind === 'anywhere')) {
    faults.push({ field: 'symbols', fault: `a ${wild.kind} has no part in wins by ${game.winMode.kind}` })
  }
  for (const { id, kind } of game.symbols) {
    const pays = game.paytable[id]
    if (kind === 'ordinary' && pays && pays.length !== sizes.length) {
      faults.push({ field: `paytable.${id}`, fault: `${pays.length} pays for ${sizes.length} sizes` })
    }
  }
  return faults
}

function featureFaults(game: Game, feature: Feature): Fault[] {
  const at = `features.${feature.kind}`
  const faults: Fault[] = []
  const require = (holds: boolean, field: string, fault: string) => {
    if (!holds) faults.push({ field: `${at}.${field}`, fault })
  }
  const triggerIs = (symbol: string, kinds: readonly GameSymbol['kind'][]) => {
    const found = game.symbols.find(({ id }) => id === symbol)
    require(found !== undefined &&
      kinds.includes(found.kind), 'trigger.symbol', `${symbol} is no ${kinds.join(' or ')}`)
  }
  if (game.features.filter(({ kind }) => kind === feature.kind).length > 1) require(false, 'kind', 'occurs twice')
  switch (feature.kind) {
    case 'free-spins':
      require(game.strips[feature.strips] !==
        undefined, 'strips', `free spins name the unknown reel set ${feature.strips}`)
      triggerIs(feature.trigger.symbol, ['scatter', 'book'])
      require(feature.trigger.count > 0 && feature.spins > 0, 'spins', 'no trigger or no spins')
      require(feature.spinsLimit >= feature.spins, 'spinsLimit', 'the limit is below one award')
      require(feature.multiplier > 0, 'multiplier', 'is 0')
      require(feature.ladder?.length !== 0, 'ladder', 'is empty')
      if (featureOf(game, 'tumble') === undefined) {
        require(feature.ladder === undefined, 'ladder', 'climbs by tumbles, and the game has none')
        require(feature.keepsLadder ===
          undefined, 'keepsLadder', 'keeps a place on a ladder of tumbles, and the game has none')
      }
      if (feature.expanding) {
        faults.push(...ordinaryFaults(game.symbols, feature.expanding, `${at}.expanding`))
        require(game.winMode.kind === 'lines', 'expanding', 'pays on lines only')
      }
      break
    case 'tumble':
      require(feature.ladder.length > 0 && feature.limit > 0, 'ladder', 'is empty, or the limit is 0')
      break
    case 'walking-wilds':
      require(feature.limit > 0, 'limit', 'is 0')
      faults.push(...walkingFaults(game, feature.strips, at))
      break
    case 'hold-and-win':
      triggerIs(feature.trigger.symbol, ['coin'])
      require(feature.trigger.count > 0 && feature.respins > 0, 'respins', 'no trigger or no respins')
      require(feature.landing.of > 0 && feature.landing.of <= 2 ** 32, 'landing.of', 'is not from 1 to 2^32')
      require(feature.landing.chance <= feature.landing.of, 'landing.chance', 'is above landing.of')
      faults.push(...weightFaults(feature.values, `${at}.values`))
      break
    case 'pick':
      triggerIs(feature.trigger.symbol, ['scatter', 'book'])
      require(feature.trigger.count > 0 && feature.picks > 0, 'picks', 'no trigger or no picks')
      faults.push(...weightFaults(feature.prizes, `${at}.prizes`))
      break
    case 'jackpot-link': {
      const most = Math.floor(feature.of / Math.max(1, feature.tiers.length))
      require(feature.of > 0 && feature.of <= 2 ** 32 && feature.tiers.length > 0, 'of', 'is not from 1 to 2^32')
      for (const { tier, chance } of feature.tiers) {
        const fits = chance > 0 && game.stakes.every((stake) => stake * chance <= most)
        require(fits, `tiers.${tier}`, `the largest stake has more than its ${most} results, or none`)
        require(feature.tiers.filter((one) => one.tier === tier).length === 1, `tiers.${tier}`, 'occurs twice')
      }
      break
    }
  }
  return faults
}

function walkingFaults(game: Game, name: string, at: string): Fault[] {
  const strips = game.strips[name]
  if (!strips) return [{ field: `${at}.strips`, fault: `names the unknown reel set ${name}` }]
  const silent = game.symbols.find(
    ({ id, kind }) => kind !== 'ordinary' && kind !== 'wild' && strips.flat().includes(id),
  )
  return silent ? [{ field: `strips.${name}`, fault: `the ${silent.kind} ${silent.id} does nothing in respins` }] : []
}

/** Combinations of wilds that no machine needs and the engine does not play. */
function wildFaults(game: Game): Fault[] {
  const faults: Fault[] = []
  const index = game.symbols.findIndex(({ kind }) => kind === 'wild')
  const wild = game.symbols[index]
  const free = featureOf(game, 'free-spins')
  const holds = free?.wilds !== undefined || featureOf(game, 'walking-wilds') !== undefined
  const tumbles = featureOf(game, 'tumble') !== undefined
  const refuse = (refused: boolean, fault: string) => {
    if (refused) faults.push({ field: index < 0 ? 'features' : `symbols.${index}`, fault })
  }
  refuse(holds && wild === undefined, 'sticky or walking wilds without a wild')
  refuse(holds && tumbles, 'sticky or walking wilds do not tumble')
  refuse(free?.expanding !== undefined && tumbles, 'an expanding symbol does not tumble')
  if (wild?.kind === 'wild') {
    refuse(wild.expands === true && tumbles, 'expanding wilds do not tumble')
    refuse(wild.multipliers !== undefined && (holds || wild.expands === true), 'only standing wilds have multipliers')
  }
  const sticky = free?.wilds === 'sticky' ? game.strips[free.strips]?.flat() : undefined
  const scatter = game.symbols.find(({ kind }) => kind === 'scatter')
  if (free && scatter && sticky?.includes(scatter.id)) {
    faults.push({ field: `strips.${free.strips}`, fault: `sticky wilds would cover the scatter ${scatter.id}` })
  }
  return faults
}

/** The most free spins, respins, picks and falls that data may name. */
const mostSteps = 500
/** The engine's tables hold pays and factors in 32 and 16 bits. */
const mostPay = 2 ** 31 - 1
const mostFactor = 2 ** 16 - 1

/** Numbers beyond what the engine's tables hold, or that would let a round last for minutes. */
function boundFaults(game: Game): Fault[] {
  const faults: Fault[] = []
  const bound = (field: string, value: number, least: number, most: number) => {
    if (value < least || value > most) faults.push({ field, fault: `${value} is not from ${least} to ${most}` })
  }
  for (const [id, pays] of Object.entries(game.paytable)) {
    pays.forEach((pay, index) => bound(`paytable.${id}.${index}`, pay, 0, mostPay))
  }
  game.symbols.forEach((symbol, index) => {
    if (symbol.kind !== 'wild') return
    for (const { factor } of symbol.multipliers ?? []) bound(`symbols.${index}.multipliers`, factor, 1, mostFactor)
  })
  if (game.winMode.kind === 'lines' && linesOf(game).length === 0) {
    faults.push({ field: 'winMode.lines', fault: 'is empty' })
  }
  bound('version', game.version, 1, Number.MAX_SAFE_INTEGER)
  bound('unitsPerStake', game.unitsPerStake, 1, mostPay)
  bound('maxWinTimesStake', game.maxWinTimesStake, 1, mostPay)
  game.stakes.forEach((stake, index) => bound(`stakes.${index}`, stake, 1, mostPay))
  for (const name of ['code', ...Object.keys(game.strips)]) {
    const [field, text] = name === 'code' ? [name, game.code] : [`strips.${name}`, name]
    if (!/^[a-z0-9-]{1,60}$/.test(text)) {
      faults.push({ field, fault: `${JSON.stringify(text)} is not 1 to 60 of a to z, 0 to 9 and -` })
    }
  }
  const steps = ['limit', 'respins', 'picks', 'spins', 'spinsLimit']
  for (const feature of game.features) {
    const at = `features.${feature.kind}`
    for (const [key, value] of Object.entries(feature))
      if (steps.includes(key)) bound(`${at}.${key}`, value, 1, mostSteps)
    if ('ladder' in feature) for (const rung of feature.ladder ?? []) bound(`${at}.ladder`, rung, 1, mostFactor)
    const prizes = feature.kind === 'hold-and-win' ? feature.values : feature.kind === 'pick' ? feature.prizes : []
    for (const { pay } of prizes) bound(`${at}.${feature.kind === 'pick' ? 'prizes' : 'values'}`, pay, 0, mostPay)
    if (feature.kind === 'hold-and-win') bound(`${at}.full`, feature.full, 0, mostPay)
    if (feature.kind === 'free-spins') bound(`${at}.multiplier`, feature.multiplier, 1, mostFactor)
  }
  return faults
}

function stakeFaults({ stakes, unitsPerStake, maxWinTimesStake }: Game): Fault[] {
  if (unitsPerStake < 1) return [{ field: 'unitsPerStake', fault: 'is 0' }]
  if (maxWinTimesStake < 1) return [{ field: 'maxWinTimesStake', fault: 'is 0' }]
  if (stakes.length === 0) return [{ field: 'stakes', fault: 'is empty' }]
  return stakes.flatMap((stake, index) =>
    // Money has four decimals.
    stake > 0 && (stake * 10_000) % unitsPerStake === 0
      ? []
      : [{ field: `stakes.${index}`, fault: `${stake} does not divide into ${unitsPerStake} units` }],
  )
}

function ordinaryFaults(
  symbols: readonly GameSymbol[],
  entries: readonly { symbol: string; weight: number }[],
  field: string,
): Fault[] {
  const other = entries.find(({ symbol }) => symbols.find(({ id }) => id === symbol)?.kind !== 'ordinary')
  return other ? [{ field, fault: `${other.symbol} is no ordinary symbol` }] : weightFaults(entries, field)
}

function weightFaults(entries: readonly { weight: number }[], field: string): Fault[] {
  const isFit = entries.length > 0 && entries.every(({ weight }) => weight > 0)
  const total = entries.reduce((sum, { weight }) => sum + weight, 0)
  return isFit && total <= 2 ** 32 ? [] : [{ field, fault: 'has no entries, or weights outside 1 to 2^32' }]
}
