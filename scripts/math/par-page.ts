import type { ParSheet } from './par.ts'

/** The par sheet as a page for people: the same figures, the return in per cent. */
export function parPageOf(sheet: ParSheet): string {
  return `${[
    `# ${sheet.title}: par sheet`,
    `Made by \`npm run math -- par\`; do not edit. All figures are computed, not simulated, from the mathematics with the hash\n\`${sheet.mathHash}\` (version ${sheet.version}). Pays and deviations are multiples of the stake.`,
    table(['', ''], mainRows(sheet)),
    capText(sheet),
    '## How a round ends',
    table(['Pays, times the stake', 'Chance', 'One round in'], sheet.winBands.map(bandRow)),
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
    table(['Reels', 'Strip lengths', 'Stops', 'Hit rate', 'Mean pay', 'Deviation', 'Largest pay'], reelRows(sheet)),
    'Free spins are shown before their multiplier. The complete win histogram of both is in the JSON file beside this page.',
  ].join('\n\n')}\n`
}

function capText({ maxWin, largestWin, uncappedWin }: ParSheet): string {
  return uncappedWin === undefined
    ? `The maximum win of ${grouped(maxWin)} times the stake is never reached: if every spin of a round paid the most its reels can pay, the\nround would pay ${grouped(largestWin)} times the stake. Wins are never capped, so the mean needs no correction.`
    : `A round ends when it has paid ${grouped(maxWin)} times the stake. Without that it could pay at most ${grouped(uncappedWin)} times the stake; the\nreturn counts what is cut.`
}

/** Where reels fall, there are no shares by symbol. */
function symbolSection(sheet: ParSheet): string[] {
  if (sheet.symbols.length === 0)
    return [
      '## What each symbol pays',
      `In units of a ${sheet.unitsPerStake}th of the stake.`,
      table(
        ['Symbol', '2', '3', '4', '5'],
        Object.entries(sheet.paytable).map(([id, pays]) => [
          id,
          ...[1, 2, 3, 4].map((index) => String(pays[index] || '–')),
        ]),
      ),
    ]
  return [
    '## What each symbol pays',
    `Pays for 2, 3, 4 and 5 of a kind are in units of ${unitName(sheet)}; the scatter pays anywhere in view. The last\ncolumns are its share of the return.`,
    table(['Symbol', '2', '3', '4', '5', 'Paid spins', 'Free spins'], symbolRows(sheet)),
  ]
}

function unitName({ lines, unitsPerStake }: ParSheet): string {
  return lines === unitsPerStake ? `one line's stake (a ${lines}th of the stake)` : `a ${unitsPerStake}th of the stake`
}

function mainRows(sheet: ParSheet): string[][] {
  return [
    ['Return', percent(sheet.return.total, 6)],
    ['by paid spins', percent(sheet.return.base, 6)],
    ...(sheet.feature.freeSpinsPerFeature ? [['by free spins', percent(sheet.return.freeSpins, 6)]] : []),
    ...(sheet.return.holdAndWin ? [['by hold-and-win', percent(sheet.return.holdAndWin, 6)]] : []),
    ...(sheet.return.pick ? [['by picks', percent(sheet.return.pick, 6)]] : []),
    ['Deviation of a round', sheet.deviation.toFixed(6)],
    ['Hit rate', percent(String(sheet.hitRate), 4)],
    [
      `${sheet.feature.freeSpinsPerFeature ? 'Free spins begin' : 'The feature begins'} once in`,
      `${sheet.feature.spinsPerFeature.toFixed(2)} paid spins`,
    ],
    ...(sheet.feature.freeSpinsPerFeature
      ? [['Free spins in a feature', Number(sheet.feature.freeSpinsPerFeature).toFixed(4)]]
      : []),
    ['Mean pay of a feature', sheet.feature.meanPay.toFixed(4)],
    ['Largest win', grouped(sheet.largestWin)],
    ['Most draws of a round', grouped(sheet.mostDraws)],
    ['Stakes', sheet.stakes.map(grouped).join(' · ')],
  ]
}

function bandRow(band: ParSheet['winBands'][number]): string[] {
  const name = 'above' in band ? `above ${grouped(band.above)}, up to ${grouped(band.upTo)}` : 'nothing'
  return [name, percent(String(band.chance), 9), grouped(Number((1 / band.chance).toPrecision(2)))]
}

function symbolRows(sheet: ParSheet): string[][] {
  return sheet.symbols.map(({ id, kind, base, freeSpins }) => [
    kind === 'ordinary' ? id : `${id} (${kind})`,
    ...[1, 2, 3, 4].map((index) => String(sheet.paytable[id]?.[index] || '–')),
    percent(base, 4),
    percent(freeSpins, 4),
  ])
}

function reelRows(sheet: ParSheet): string[][] {
  return Object.entries(sheet.reels).map(([name, reels]) => [
    name,
    reels.stripLengths.join(' · '),
    grouped(reels.cycle),
    percent(String(reels.hitRate), 4),
    reels.meanPay.toFixed(6),
    reels.deviation.toFixed(6),
    grouped(reels.largestPay),
  ])
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function percent(part: string, digits: number): string {
  return `${(Number(part) * 100).toFixed(digits)} %`
}

function grouped(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 4 }).replaceAll(',', ' ')
}
