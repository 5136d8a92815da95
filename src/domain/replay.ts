/** Public replays: rounds of slots and rounds with decisions that members show to everyone. */

/** How many rounds a member may share at a time. */
export const mostShared = 50
/** How many entries a list of shared rounds has at most, and how many of them are of one member. */
export const mostListed = 10
export const mostListedOfMember = 2
/** A round is listed from the day after it in the brand's time zone, so that a list tells no time, and at the earliest so long after it. */
export const listedAfterMinutes = 10

/**
 * Why a recorded round is an example: the very first of its machine; the first without a feature that pays more than its stake; the first with
 * a feature. No other round is chosen, so that the examples are no selection of large wins.
 */
export const exampleKinds = ['first', 'win', 'feature'] as const
export type ExampleKind = (typeof exampleKinds)[number]

/** The same of a game with decisions, whose rounds have no features: the third is the first with a split. */
export const seatExampleKinds = ['first', 'win', 'split'] as const
export type SeatExampleKind = (typeof seatExampleKinds)[number]

/** What is known of a round that a member wants to share. */
export type SharedRound = {
  /** Its result has not been shown yet, or a decision is due. */
  isOpen: boolean
  isVoid: boolean
  hasJackpot: boolean
  /** It was played by the mathematics of the program, which alone can be replayed. */
  isCurrent: boolean
}

/**
 * Whether a round may be shared. `unfit`: a void round, one of an older version, and one that hit a jackpot, whose amount would name
 * its moment. `consent`: the member has never agreed to share. `house`: rounds of accounts of the house are in no list. `many`: `mostShared`
 * are shared already. A round that is shared (`isShared`) changes only whether it is listed.
 */
export function decideShare(request: {
  round: SharedRound
  listed: boolean
  hasAgreed: boolean
  isHouse: boolean
  isShared: boolean
  shared: number
}): 'share' | 'change' | 'open-round' | 'unfit' | 'consent' | 'house' | 'many' {
  const { round } = request
  if (round.isOpen) return 'open-round'
  if (!round.isCurrent || round.isVoid || round.hasJackpot) return 'unfit'
  if (!request.hasAgreed) return 'consent'
  if (request.listed && request.isHouse) return 'house'
  if (request.isShared) return 'change'
  return request.shared >= mostShared ? 'many' : 'share'
}

/** What a round paid as a multiple of its stake, of all stakes where decisions added some, cut off to hundredths: `12.5`, `0`. Amounts or units, both of the same kind. */
export function multipleOf(pay: bigint, stake: bigint): string {
  const hundredths = (pay * 100n) / stake
  const rest = String(hundredths % 100n).padStart(2, '0')
  return `${hundredths / 100n}.${rest}`.replace(/\.?0+$/, '')
}
