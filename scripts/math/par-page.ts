import type { ParSheet } from './par.ts'

/** The par sheet as a page for people: the same figures, the return in per cent. */
export function parPageOf(sheet: ParSheet): string {
  return `${[
    `# ${sheet.title}: par sheet`,
    originText(sheet),
    table(['', ''], mainRows(sheet)),
    capText(sheet),
    ...nearMissSection(sheet),
    '## How a round ends',
    table(['Pays, times the stake', 'Chance', 'One round in'], sheet.winBands.map(bandRow)),
    `Of the rounds that pay, ${percent(sheet.hitsAtOrBelowStake, 4)} pay at most their stake.`,
    '## What many rounds return',
    'The total return of that many rounds lies between these bounds in 95 (or 99) of 100 cases.',
    table(
      ['Rounds', '95 of 100', '99 of 100'],
      sheet.corridors.map(({ rounds, in95Of100, in99Of100 }) => [
        grouped(rounds),
        `${percent(in95Of100.low, 2)} – ${percent(in95Of100.high, 2)}`,
        `${percent(in99Of100.low, 2)} – ${percent(in99Of100.high, 2)}`,
      ]),
    ),
    ...symbolSection(sheet),
    '## Reels',
    table(
      ['Spin', 'Reels'],
      Object.entries(sheet.reelsUsed).map(([spin, reels]) => [spin, reels]),
    ),
    table(['Reels', 'Strip lengths', 'Stops', 'Hit rate', 'Mean pay', 'Deviation', 'Largest pay'], reelRows(sheet)),
    ...histogramText(sheet),
  ].join('\n\n')}\n`
}

function histogramText({ code, measurement, reels }: ParSheet): string[] {
  if (!Object.values(reels).some((set) => 'hitRate' in set)) return []
  const shown = measurement ? '' : 'Free spins are shown before their multiplier. '
  return [`${shown}The complete win histogram of enumerated reels is in \`${code}.wins\` beside this page.`]
}

function originText({ mathHash, version, measurement, return: returns }: ParSheet): string {
  const hash = `the mathematics with the hash\n\`${mathHash}\` (version ${version}). Pays and deviations are multiples of the stake.`
  const head = 'Made by `npm run math -- par`; do not edit.'
  if (!measurement) return `${head} All figures are computed, not simulated, from ${hash}`
  const { file, paidRounds, features, mean, halfWidth } = measurement
  const counted = [
    ...(paidRounds > 0 ? [`${grouped(paidRounds)} paid spins`] : []),
    ...(features > 0 ? [`${grouped(features)} features`] : []),
  ].join(' and ')
  const origin = returns.isExact
    ? `The return, its parts and the rates are computed exactly, the paid spin is enumerated; what else\ndepends on whole features comes from a simulation of ${counted}`
    : `The figures come from a simulation of ${counted}`
  const check = `mean ${percent(String(mean), 4)} ± ${percent(String(halfWidth), 4)} (99.9 % interval), counts in \`${file}\``
  return `${head} ${origin}: ${check}. From ${hash}`
}

function capText({ maxWin, largestWin, uncappedWin, isCapped }: ParSheet): string {
  if (!isCapped)
    return `The maximum win of ${grouped(maxWin)} times the stake is never reached: if every spin of a round paid the most its reels can pay, the\nround would pay ${grouped(largestWin)} times the stake. Wins are never capped, so the mean needs no correction.`
  const without =
    uncappedWin === undefined ? '' : ` Without that it could pay at most ${grouped(uncappedWin)} times the stake.`
  return `A round ends when it has paid ${grouped(maxWin)} times the stake.${without} The\nreturn counts what is cut.`
}

function nearMissSection({ oneShort }: ParSheet): string[] {
  if (!oneShort) return []
  const { implied, shown, ofRounds } = oneShort
  return [
    '## One symbol too few',
    `The strips imply that ${percent(implied, 4)} of paid spins show one symbol too few for the feature. Of ${grouped(ofRounds)} rounds of the live engine\n${grouped(shown)} did, ${percent(String(shown / ofRounds), 2)}. Strips are never tuned for near misses.`,
  ]
}

/** Where reels fall, there are no shares by symbol. */
function symbolSection(sheet: ParSheet): string[] {
  const counts = countsOf(sheet)
  const names = counts.map(({ name }) => name)
  const title = '## What each symbol pays'
  const unit = `Pays are in units of ${unitName(sheet)}`
  if (sheet.symbols.length === 0) {
    const rows = Object.entries(sheet.paytable).map(([id, pays]) => [id, ...counts.map(({ at }) => cell(pays[at]))])
    return [title, `${unit}; the scatter pays anywhere in view.`, table(['Symbol', ...names], rows)]
  }
  const hasFree = sheet.symbols.some(({ freeSpins }) => freeSpins !== undefined)
  const rows = sheet.symbols.map(({ id, kind, base, freeSpins }) => [
    kind === 'ordinary' ? id : `${id} (${kind})`,
    ...counts.map(({ at }) => cell(sheet.paytable[id]?.[at])),
    percent(base, 4),
    ...(freeSpins === undefined ? [] : [percent(freeSpins, 4)]),
  ])
  return [
    title,
    `${unit}; the scatter pays anywhere in view. The last\ncolumns are its share of the return.`,
    table(['Symbol', ...names, 'Paid spins', ...(hasFree ? ['Free spins'] : [])], rows),
  ]
}

/** The columns of the paytable; on lines and ways one of a kind never pays. */
function countsOf({ sizes, paytable }: ParSheet): { name: string; at: number }[] {
  if (typeof sizes === 'number')
    return Array.from({ length: sizes - 1 }, (_, index) => ({ name: String(index + 2), at: index + 1 }))
  const longest = Math.max(sizes.length, ...Object.values(paytable).map((pays) => pays.length))
  return Array.from({ length: longest }, (_, at) => ({ name: sizes[at] === undefined ? '' : `from ${sizes[at]}`, at }))
}

function cell(pay: number | undefined): string {
  return String(pay || '–')
}

function unitName({ lines, unitsPerStake }: ParSheet): string {
  return lines === unitsPerStake ? `one line's stake (a ${lines}th of the stake)` : `a ${unitsPerStake}th of the stake`
}

function mainRows(sheet: ParSheet): string[][] {
  const { return: returns, feature } = sheet
  const digits = returns.isExact ? 6 : 3
  const half = returns.halfWidth === undefined ? '' : ` ± ${percent(String(returns.halfWidth), 3)}`
  const kinds = Object.keys(feature.oneIn)
  return [
    ['Return, without jackpots', `${percent(returns.total, digits)}${half}`],
    ['Return, with the jackpots\u2019 share', `${percent(returns.withJackpots, digits)}${half}`],
    ['by paid spins', percent(returns.base, digits)],
    ...(feature.freeSpinsPerFeature ? [['by free spins', percent(returns.freeSpins, digits)]] : []),
    ...(returns.holdAndWin ? [['by hold-and-win', percent(returns.holdAndWin, digits)]] : []),
    ...(returns.walkingWilds ? [['by walking wilds', percent(returns.walkingWilds, digits)]] : []),
    ...(returns.pick ? [['by picks', percent(returns.pick, digits)]] : []),
    ['Deviation of a round', sheet.deviation.toFixed(6)],
    ['Hit rate', percent(String(sheet.hitRate), 4)],
    [
      kinds.length > 1 ? 'A feature begins once in' : beginsOnce(sheet),
      `${feature.spinsPerFeature.toFixed(2)} paid spins`,
    ],
    ...(kinds.length > 1
      ? Object.entries(feature.oneIn).map(([kind, one]) => [featureNames[kind] ?? kind, `${one.toFixed(2)} paid spins`])
      : []),
    ...(feature.freeSpinsPerFeature
      ? [['Free spins in a feature', Number(feature.freeSpinsPerFeature).toFixed(4)]]
      : []),
    ['Mean pay of a feature', feature.meanPay.toFixed(4)],
    ['Largest win', grouped(sheet.largestWin)],
    ['Its chance: one round in', chanceText(sheet)],
    ['Most draws of a round', grouped(sheet.mostDraws)],
    ['Stakes', sheet.stakes.map(grouped).join(' · ')],
  ]
}

const featureNames: Record<string, string> = {
  freeSpins: 'Free spins begin once in',
  holdAndWin: 'Hold-and-win begins once in',
  picks: 'Picks begin once in',
  walkingWilds: 'Walking wilds begin once in',
}

function beginsOnce({ feature }: ParSheet): string {
  return feature.freeSpinsPerFeature ? 'Free spins begin once in' : 'The feature begins once in'
}

function chanceText({ largestWinOneIn }: ParSheet): string {
  if (largestWinOneIn === null) return 'more than 10^12'
  return largestWinOneIn.includes('^') ? largestWinOneIn : grouped(Number(Number(largestWinOneIn).toPrecision(2)))
}

function bandRow(band: ParSheet['winBands'][number]): string[] {
  const name = 'above' in band ? `above ${grouped(band.above)}, up to ${grouped(band.upTo)}` : 'nothing'
  const oneIn = band.chance > 0 ? grouped(Number((1 / band.chance).toPrecision(2))) : '–'
  return [name, percent(String(band.chance), 9), oneIn]
}

function reelRows(sheet: ParSheet): string[][] {
  return Object.entries(sheet.reels).map(([name, reels]) => [
    name,
    reels.stripLengths.join(' · '),
    grouped(reels.cycle),
    ...('hitRate' in reels
      ? [
          percent(String(reels.hitRate), 4),
          reels.meanPay.toFixed(6),
          reels.deviation.toFixed(6),
          grouped(reels.largestPay),
        ]
      : ['–', '–', '–', '–']),
  ])
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function percent(part: string | number, digits: number): string {
  return `${(Number(part) * 100).toFixed(digits)} %`
}

function grouped(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 4 }).replaceAll(',', ' ')
}
