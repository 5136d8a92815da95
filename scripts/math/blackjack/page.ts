import type { BlackjackSheet } from './sheet.ts'

/** The sheet as a page for people. */
export function blackjackPageOf(sheet: BlackjackSheet): string {
  const { rules, simulation } = sheet
  const [hand, insurance] = sheet.bets
  return `${[
    `# ${sheet.title}: edge and basic strategy`,
    `Made by \`npm run math -- par ${sheet.code}\`; the figures are in \`${sheet.code}.json\` as well.`,
    table(
      ['', ''],
      [
        ['Version', String(sheet.version)],
        ['mathHash', `\`${sheet.mathHash}\``],
        ['Shoe', `${rules['decks']} decks, shuffled for each round`],
        ['Dealer on a soft 17', `${rules['dealerSoft17']}s`],
        ['A blackjack returns', `${rules['blackjackReturns']} of the stake, the stake included`],
        ['Insurance', `${rules['insuranceStake']} of the stake, returns ${rules['insuranceReturns']} of it`],
        [
          'Hands after splits',
          `at most ${rules['mostHands']}; two cards can always be doubled, split aces get one card each`,
        ],
        ['Stakes are multiples of', `${sheet.leastChip} (nothing is rounded then)`],
      ],
    ),
    '## Edge',
    `The edge is what the platform keeps of the first stake in the mean, with the basic strategy below. Rounds without a split are computed exactly; those with one come from a simulation of ${grouped(simulation.rounds)} rounds, counts in \`${simulation.file}\`. ± is half the 99.9 % interval, which the splits alone make. The simulation as a whole gives ${simulation.edgePercent} % ± ${simulation.halfPercent} %.`,
    table(
      ['Bet', 'Edge', ''],
      [
        ['hand', `${hand?.edgePercent} %`, `± ${hand && 'halfPercent' in hand ? hand.halfPercent : ''} %`],
        [
          'insurance',
          `${insurance?.edgePercent} %`,
          `exactly ${insurance && 'edge' in insurance ? insurance.edge : ''}`,
        ],
      ],
    ),
    table(
      ['', ''],
      [
        ['Deviation of a round', `${simulation.deviation} stakes`],
        ['All stakes of a round in the mean', `${simulation.meanStakes} first stakes`],
        ['Rounds that gain', `${simulation.gainsPercent} %`],
        ['Rounds that gain nothing and lose nothing', `${simulation.breaksEvenPercent} %`],
        ['Rounds with a split', `${simulation.splitsPercent} %`],
        ['A blackjack as first two cards', `${sheet.blackjackPercent} %, exact`],
      ],
    ),
    '## Basic strategy',
    '`H` hit, `S` stand, `P` split, `D` double or else hit, `d` double or else stand. A pair that cannot be split is played by its total. Insurance is never taken. `npm run math -- check` computes this table.',
    ...(['hard', 'soft', 'pairs'] as const).map((part) => strategyTable(sheet, part)),
    '## What the dealer ends with',
    'In percent, exact, by the upcard and with no other card known; behind an ace or a ten without a blackjack.',
    table(
      ['Upcard', '17', '18', '19', '20', '21', 'Bust'],
      sheet.dealerPercent.map((row) => [
        nameOf(row.upcard),
        ...dealerKeys.map((key) => String(row[key as keyof typeof row])),
      ]),
    ),
  ].join('\n\n')}\n`
}

const dealerKeys = ['17', '18', '19', '20', '21', 'bust']

function strategyTable({ strategy }: BlackjackSheet, part: 'hard' | 'soft' | 'pairs'): string {
  const names: Readonly<Record<string, string>> = { hard: 'Hard total', soft: 'Soft total', pairs: 'Pair' }
  return table(
    [names[part] ?? '', ...strategy.upcards],
    Object.entries(strategy[part]).map(([name, row]) => [part === 'pairs' ? `${name} ${name}` : name, ...row]),
  )
}

function nameOf(upcard: number): string {
  return upcard === 1 ? 'A' : upcard === 10 ? 'T' : String(upcard)
}

function grouped(value: number): string {
  return value.toLocaleString('en').replaceAll(',', ' ')
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
