/**
 * Filters and sorts the games of the lobby: pure functions over the filter stored in the URL. Counts respect the other
 * filters: each is the number of games that its option would leave.
 */

export const sortOrders = ['recommended', 'name', 'new', 'rtp'] as const
export type SortOrder = (typeof sortOrders)[number]

export const volatilities = ['low', 'medium', 'high'] as const
export type Volatility = (typeof volatilities)[number]

export type LobbyFilter = {
  /** The search query as typed. */
  readonly q: string
  /** A company's code, or '' for all. */
  readonly company: string
  /** A game must have all of these. */
  readonly features: readonly string[]
  /** A game must have one of these, if there are any. */
  readonly volatility: readonly Volatility[]
  readonly isNew: boolean
  readonly favourites: boolean
  readonly sort: SortOrder
}

export const noFilter: LobbyFilter = {
  q: '',
  company: '',
  features: [],
  volatility: [],
  isNew: false,
  favourites: false,
  sort: 'recommended',
}

/** The fields of a game that the filter needs. */
export type FilterableGame = {
  readonly code: string
  readonly company: string
  readonly name: string
  readonly searchNames: readonly string[]
  readonly features: readonly string[]
  readonly volatility: Volatility | null
  readonly isNew: boolean
  /** Whether it can be played. */
  readonly used: 'y' | 'n'
  /** Percent as a decimal string; null while no mathematics are published. */
  readonly rtp: string | null
  /** ISO-8601. */
  readonly released: string
}

/** What the filter needs besides the games. */
export type FilterContext = {
  /** Whether a name matches the query. */
  readonly matches: (name: string, typed: string) => boolean
  readonly isFavourite: (game: FilterableGame) => boolean
  readonly compareNames: (a: string, b: string) => number
}

type Criterion = keyof Omit<LobbyFilter, 'sort'>

/** The games that pass the filter, sorted; `games` come in the recommended order. */
export function filterGames<Listed extends FilterableGame>(
  games: readonly Listed[],
  filter: LobbyFilter,
  context: FilterContext,
): Listed[] {
  return sortGames(
    games.filter((game) => passes(game, filter, context)),
    filter.sort,
    context,
  )
}

function passes(game: FilterableGame, filter: LobbyFilter, context: FilterContext, except?: Criterion): boolean {
  const { q, company, features, volatility } = filter
  return (
    (except === 'q' || q.trim() === '' || game.searchNames.some((name) => context.matches(name, q))) &&
    (except === 'company' || company === '' || game.company === company) &&
    (except === 'features' || features.every((feature) => game.features.includes(feature))) &&
    (except === 'volatility' ||
      volatility.length === 0 ||
      (game.volatility !== null && volatility.includes(game.volatility))) &&
    (except === 'isNew' || !filter.isNew || game.isNew) &&
    (except === 'favourites' || !filter.favourites || context.isFavourite(game))
  )
}

function sortGames<Listed extends FilterableGame>(
  games: Listed[],
  sort: SortOrder,
  { compareNames }: FilterContext,
): Listed[] {
  // Sorting is stable: equal games stay in the recommended order.
  if (sort === 'name') return games.toSorted((a, b) => compareNames(a.name, b.name))
  if (sort === 'new') return games.toSorted((a, b) => Date.parse(b.released) - Date.parse(a.released))
  if (sort === 'rtp') return games.toSorted((a, b) => rtpOf(b) - rtpOf(a))
  return games
}

/** Games without a published RTP come last. */
function rtpOf(game: FilterableGame): number {
  return game.rtp === null ? -1 : Number(game.rtp)
}

export type LobbyCounts = {
  /** By company code; '' stands for all of them. */
  readonly company: ReadonlyMap<string, number>
  /** By feature, in the order of first appearance in the recommended order. */
  readonly features: ReadonlyMap<string, number>
  readonly volatility: ReadonlyMap<Volatility, number>
  readonly isNew: number
  /** Whether there is any new game, regardless of the filter. */
  readonly someNew: boolean
  readonly favourites: number
}

/**
 * How many games each option would leave under the other filters. Every option of a game that can be played and matches the
 * query is included, also with 0, and so are those that are chosen.
 */
export function countChoices(
  games: readonly FilterableGame[],
  filter: LobbyFilter,
  context: FilterContext,
): LobbyCounts {
  const matchesExcept = (criterion: Criterion) => games.filter((game) => passes(game, filter, context, criterion))
  const byCompany = matchesExcept('company')
  const byVolatility = matchesExcept('volatility')
  // A game must have all selected features, so those already selected still apply.
  const byFeature = games.filter((game) => passes(game, filter, context))
  const playable = games.filter((game) => game.used === 'y' && passes(game, { ...noFilter, q: filter.q }, context))
  return {
    company: new Map([
      ['', byCompany.length],
      ...[
        ...new Set([...playable.map((game) => game.company), ...(filter.company === '' ? [] : [filter.company])]),
      ].map((company) => [company, byCompany.filter((game) => game.company === company).length] as const),
    ]),
    features: new Map(
      [...new Set([...playable.flatMap((game) => game.features), ...filter.features])].map(
        (feature) => [feature, byFeature.filter((game) => game.features.includes(feature)).length] as const,
      ),
    ),
    volatility: new Map(
      volatilities
        .filter((one) => filter.volatility.includes(one) || playable.some((game) => game.volatility === one))
        .map((one) => [one, byVolatility.filter((game) => game.volatility === one).length] as const),
    ),
    isNew: matchesExcept('isNew').filter((game) => game.isNew).length,
    someNew: filter.isNew || playable.some((game) => game.isNew),
    favourites: matchesExcept('favourites').filter(context.isFavourite).length,
  }
}

/** Whether any filter is set; a sort order alone is not one. */
export function isFiltering(filter: LobbyFilter): boolean {
  return (
    filter.q.trim() !== '' ||
    filter.company !== '' ||
    filter.features.length > 0 ||
    filter.volatility.length > 0 ||
    filter.isNew ||
    filter.favourites
  )
}

/** Adds the item to the list, or removes it when present. */
export function toggled<Item extends string>(list: readonly Item[], item: Item): Item[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item]
}

/** Bounds of what a URL may contain; the rest is cut off. */
const maxCharacters = 100
const maxFeatures = 20

/** Reads the filter from URL parameters and ignores invalid values. Parameter names may have a prefix. */
export function readFilter(parameters: URLSearchParams, prefix = ''): LobbyFilter {
  const text = (name: string) => (parameters.get(prefix + name) ?? '').slice(0, maxCharacters)
  const list = (name: string) => [
    ...new Set(
      (parameters.get(prefix + name) ?? '')
        .split(',')
        .filter((item) => /^[a-z0-9-]{1,40}$/.test(item))
        .slice(0, maxFeatures),
    ),
  ]
  return {
    q: text('q'),
    company: text('provider'),
    features: list('features'),
    volatility: volatilities.filter((one) => list('volatility').includes(one)),
    isNew: parameters.get(`${prefix}new`) === '1',
    favourites: parameters.get(`${prefix}favourites`) === '1',
    sort: sortOrders.find((order) => order === parameters.get(`${prefix}sort`)) ?? 'recommended',
  }
}

/** Writes the filter into URL parameters; defaults are left out, other parameters are kept. */
export function writeFilter(parameters: URLSearchParams, filter: LobbyFilter, prefix = ''): URLSearchParams {
  const written = new URLSearchParams(parameters)
  const put = (name: string, value: string) => {
    if (value === '') written.delete(prefix + name)
    else written.set(prefix + name, value)
  }
  put('q', filter.q)
  put('provider', filter.company)
  put('features', filter.features.join(','))
  put('volatility', filter.volatility.join(','))
  put('new', filter.isNew ? '1' : '')
  put('favourites', filter.favourites ? '1' : '')
  put('sort', filter.sort === 'recommended' ? '' : filter.sort)
  return written
}
