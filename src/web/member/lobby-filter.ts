/**
 * What the lobby shows of its games: pure rules over the filter that the address carries. Counts follow the other
 * filters: each says how many games would be left if it were the choice.
 */

export const sortOrders = ['house', 'name', 'new', 'rtp'] as const
export type SortOrder = (typeof sortOrders)[number]

export const volatilities = ['low', 'medium', 'high'] as const
export type Volatility = (typeof volatilities)[number]

export type LobbyFilter = {
  /** What was typed into the search, as it was typed. */
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
  sort: 'house',
}

/** A game as the filter sees it; `Listed` may know more. */
export type FilterableGame = {
  readonly code: string
  readonly company: string
  readonly name: string
  readonly searchNames: readonly string[]
  readonly features: readonly string[]
  readonly volatility: Volatility | null
  readonly isNew: boolean
  /** Percent as a decimal string, or null while no mathematics are published. */
  readonly rtp: string | null
  /** ISO-8601. */
  readonly released: string
}

/** What the filter needs to know besides the games. */
export type FilterKnowledge = {
  /** Whether a name answers to what was typed. */
  readonly matches: (name: string, typed: string) => boolean
  readonly isFavourite: (game: FilterableGame) => boolean
  readonly compareNames: (a: string, b: string) => number
}

type Question = keyof Omit<LobbyFilter, 'sort'>

/** The games that pass, in the order asked for; `games` come in the house's order. */
export function filterGames<Listed extends FilterableGame>(
  games: readonly Listed[],
  filter: LobbyFilter,
  known: FilterKnowledge,
): Listed[] {
  return sortGames(
    games.filter((game) => passes(game, filter, known)),
    filter.sort,
    known,
  )
}

function passes(game: FilterableGame, filter: LobbyFilter, known: FilterKnowledge, but?: Question): boolean {
  const { q, company, features, volatility } = filter
  return (
    (but === 'q' || q.trim() === '' || game.searchNames.some((name) => known.matches(name, q))) &&
    (but === 'company' || company === '' || game.company === company) &&
    (but === 'features' || features.every((feature) => game.features.includes(feature))) &&
    (but === 'volatility' ||
      volatility.length === 0 ||
      (game.volatility !== null && volatility.includes(game.volatility))) &&
    (but === 'isNew' || !filter.isNew || game.isNew) &&
    (but === 'favourites' || !filter.favourites || known.isFavourite(game))
  )
}

function sortGames<Listed extends FilterableGame>(
  games: Listed[],
  sort: SortOrder,
  { compareNames }: FilterKnowledge,
): Listed[] {
  // Sorting is stable: what is equal stays in the house's order.
  if (sort === 'name') return games.toSorted((a, b) => compareNames(a.name, b.name))
  if (sort === 'new') return games.toSorted((a, b) => Date.parse(b.released) - Date.parse(a.released))
  if (sort === 'rtp') return games.toSorted((a, b) => rtpOf(b) - rtpOf(a))
  return games
}

/** What has published no return comes last. */
function rtpOf(game: FilterableGame): number {
  return game.rtp === null ? -1 : Number(game.rtp)
}

export type LobbyCounts = {
  /** By company code; '' stands for all of them. */
  readonly company: ReadonlyMap<string, number>
  /** By feature, in the order in which the house's games first name them. */
  readonly features: ReadonlyMap<string, number>
  readonly volatility: ReadonlyMap<Volatility, number>
  readonly isNew: number
  /** Whether there is any new game, whatever the filter. */
  readonly someNew: boolean
  readonly favourites: number
}

/** How many games each choice would leave, the other filters kept. Every choice that exists is there, if with 0. */
export function countChoices(
  games: readonly FilterableGame[],
  filter: LobbyFilter,
  known: FilterKnowledge,
): LobbyCounts {
  const leftBut = (question: Question) => games.filter((game) => passes(game, filter, known, question))
  const byCompany = leftBut('company')
  const byVolatility = leftBut('volatility')
  // Features are asked for together, so those already chosen count on.
  const byFeature = games.filter((game) => passes(game, filter, known))
  return {
    company: new Map([
      ['', byCompany.length],
      ...[...new Set(games.map((game) => game.company))].map(
        (company) => [company, byCompany.filter((game) => game.company === company).length] as const,
      ),
    ]),
    features: new Map(
      [...new Set(games.flatMap((game) => game.features))].map(
        (feature) => [feature, byFeature.filter((game) => game.features.includes(feature)).length] as const,
      ),
    ),
    volatility: new Map(
      volatilities
        .filter((one) => games.some((game) => game.volatility === one))
        .map((one) => [one, byVolatility.filter((game) => game.volatility === one).length] as const),
    ),
    isNew: leftBut('isNew').filter((game) => game.isNew).length,
    someNew: games.some((game) => game.isNew),
    favourites: leftBut('favourites').filter(known.isFavourite).length,
  }
}

/** Whether anything is narrowed; an order alone narrows nothing. */
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

/** The list with the word in it, or without it when it was. */
export function toggled<Word extends string>(list: readonly Word[], word: Word): Word[] {
  return list.includes(word) ? list.filter((other) => other !== word) : [...list, word]
}

/** How many characters and words an address may bring along; what is beyond is somebody's joke. */
const mostCharacters = 100
const mostFeatures = 20

/** The filter an address carries; what it says amiss is as if unsaid. Names may carry a prefix of their own. */
export function readFilter(parameters: URLSearchParams, prefix = ''): LobbyFilter {
  const text = (name: string) => (parameters.get(prefix + name) ?? '').slice(0, mostCharacters)
  const list = (name: string) => [
    ...new Set(
      (parameters.get(prefix + name) ?? '')
        .split(',')
        .filter((word) => /^[a-z0-9-]{1,40}$/.test(word))
        .slice(0, mostFeatures),
    ),
  ]
  return {
    q: text('q'),
    company: text('provider'),
    features: list('features'),
    volatility: volatilities.filter((one) => list('volatility').includes(one)),
    isNew: parameters.get(`${prefix}new`) === '1',
    favourites: parameters.get(`${prefix}favourites`) === '1',
    sort: sortOrders.find((order) => order === parameters.get(`${prefix}sort`)) ?? 'house',
  }
}

/** Writes the filter into an address's parameters; what is not asked for is not written. Others stay as they are. */
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
  put('sort', filter.sort === 'house' ? '' : filter.sort)
  return written
}
