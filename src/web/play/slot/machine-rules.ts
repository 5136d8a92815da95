import { featureOf, linesOf, type Game } from '#domain/games/game.ts'
import { unbroken } from '#web/shared/format.ts'
import { dotted } from './dotted.ts'
import type { SlotMessages } from '#i18n/ko/slot.ts'

/** The rules of a machine, from its data alone: what the information panel lists and the splash announces. */

export type RuleKey = keyof SlotMessages['slot']['rules']

/** `values` are the arguments of the messages `slot.rules.<key>`; `units` are amounts at the current stake. */
export type MachineRule = {
  key: RuleKey
  values: Readonly<Record<string, string | number>>
  /** An amount in units that the message shows as `amount`. */
  units?: number
  /** The features that the message names. */
  features?: readonly ('free-spins' | 'walking-wilds')[]
}

export function rulesOf(game: Game): MachineRule[] {
  return rulesWith(game, ladderText)
}

function rulesWith(game: Game, ladder: LadderText): MachineRule[] {
  return [...featureRules(game, ladder), ...symbolRules(game), winRule(game), ...scatterRule(game), capRule(game)]
}

type LadderText = (ladder: readonly number[]) => string

/** The three most telling rules, with the ends of a long ladder alone. */
export function cardsOf(game: Game): MachineRule[] {
  const minor = new Set<RuleKey>(['otherReels', 'freeMore', 'cap', 'scatterPays'])
  const rules = rulesWith(game, shortLadderText)
  return [...rules.filter(({ key }) => !minor.has(key)), ...rules.filter(({ key }) => minor.has(key))].slice(0, 3)
}

/** What free spins have beyond their number, the most telling first. */
export function freeSpinHighlights(game: Game): (MachineRule & { key: (typeof highlights)[number] })[] {
  const rules = rulesOf(game)
  return highlights.flatMap((key) => rules.filter((one) => one.key === key).map((one) => ({ ...one, key })))
}

const highlights = [
  'freeSticky',
  'wildMultipliers',
  'freeKeepsLadder',
  'freeMore',
] as const satisfies readonly RuleKey[]

function rule(key: RuleKey, values: MachineRule['values'] = {}): MachineRule {
  return { key, values }
}

function featureRules(game: Game, ladder: LadderText): MachineRule[] {
  const rules: MachineRule[] = []
  const tumble = featureOf(game, 'tumble')
  if (tumble) rules.push(tumbleRule(tumble.ladder, ladder))
  const hold = featureOf(game, 'hold-and-win')
  if (hold) {
    rules.push(rule('holdAndWin', { count: hold.trigger.count, respins: hold.respins }))
    const chance = percentOf(hold.landing.chance, hold.landing.of)
    rules.push({ ...rule('holdFull', { chance }), units: hold.full })
  }
  rules.push(...freeSpinRules(game, ladder))
  const walking = featureOf(game, 'walking-wilds')
  if (walking) rules.push(rule('walkingWilds', { limit: walking.limit }))
  const pick = featureOf(game, 'pick')
  if (pick) rules.push(rule('pick', { count: pick.trigger.count, picks: pick.picks }))
  if (featureOf(game, 'jackpot-link')) rules.push(rule('jackpot'))
  return [...rules, ...otherReelsRule(game)]
}

/** A ladder whose rungs are all 1 multiplies nothing, so it is not shown. */
function tumbleRule(rungs: readonly number[], ladder: LadderText): MachineRule {
  return rungs.some((rung) => rung > 1) ? rule('tumble', { ladder: ladder(rungs) }) : rule('tumbleOnly')
}

function freeSpinRules(game: Game, ladder: LadderText): MachineRule[] {
  const free = featureOf(game, 'free-spins')
  if (!free) return []
  const rules = [rule('freeSpins', { count: free.trigger.count, spins: free.spins })]
  if (free.multiplier > 1) rules.push(rule('freeMultiplier', { multiplier: free.multiplier }))
  if (free.ladder) rules.push(rule('freeLadder', { ladder: ladder(free.ladder) }))
  if (free.keepsLadder) rules.push(rule('freeKeepsLadder'))
  if (free.wilds === 'sticky') rules.push(rule('freeSticky'))
  if (free.expanding) rules.push(rule('freeExpanding'))
  if (free.spinsLimit > free.spins) rules.push(rule('freeMore', { limit: free.spinsLimit }))
  return rules
}

/** A feature on other reels says so. */
function otherReelsRule(game: Game): MachineRule[] {
  const base = JSON.stringify(game.strips.base)
  const features = (['free-spins', 'walking-wilds'] as const).filter((kind) => {
    const feature = featureOf(game, kind)
    return feature !== undefined && JSON.stringify(game.strips[feature.strips]) !== base
  })
  return features.length === 0 ? [] : [{ ...rule('otherReels'), features }]
}

function symbolRules({ symbols, strips }: Game): MachineRule[] {
  return symbols.flatMap((symbol): MachineRule[] => {
    if (symbol.kind === 'mystery') return [rule('mystery')]
    if (symbol.kind !== 'wild') return []
    const factors = symbol.multipliers && ladderText(symbol.multipliers.map(({ factor }) => factor))
    return [
      ...(symbol.expands ? [rule('wildExpands', { reels: reelsWith(strips.base, symbol.id) })] : []),
      ...(factors === undefined ? [] : [rule('wildMultipliers', { factors })]),
    ]
  })
}

/** The numbers of the reels that show a symbol, from 1. */
function reelsWith(strips: Game['strips']['base'], id: string): string {
  return strips.flatMap((strip, reel) => (strip.includes(id) ? [reel + 1] : [])).join('·')
}

function winRule(game: Game): MachineRule {
  const { winMode, grid } = game
  switch (winMode.kind) {
    case 'lines':
      return rule('lines', { count: linesOf(game).length })
    case 'ways':
      return rule('ways', { count: grid.rows ** grid.reels })
    case 'cluster':
    case 'anywhere':
      return rule(winMode.kind, { count: winMode.sizes[0] ?? 0 })
  }
}

function scatterRule({ symbols, paytable }: Game): MachineRule[] {
  const pays = symbols.some(
    ({ id, kind }) => (kind === 'scatter' || kind === 'book') && paytable[id]?.some((units) => units > 0),
  )
  return pays ? [rule('scatterPays')] : []
}

function capRule({ maxWinTimesStake }: Game): MachineRule {
  return rule('cap', { times: maxWinTimesStake })
}

export function ladderText(ladder: readonly number[]): string {
  return dotted(ladder.map((rung) => `×${rung}`))
}

/** The most rungs that can be read at a glance. */
const mostRungs = 6

/** A ladder for a card that is read in two seconds: a long one has its ends alone. */
export function shortLadderText(ladder: readonly number[]): string {
  if (ladder.length <= mostRungs) return ladderText(ladder)
  return unbroken(`×${ladder[0]} → ×${ladder.at(-1)}`)
}

/** A chance in percent, to two decimals at most. */
function percentOf(chance: number, of: number): string {
  return `${Number(((chance / of) * 100).toFixed(2))}%`
}
