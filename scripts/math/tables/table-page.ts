import type { TableSheet } from './table-sheet.ts'

/** The sheet as a page for people. Bets that pay alike are one line. */
export function tablePageOf(sheet: TableSheet): string {
  return `${[
    `# ${sheet.title}: edges`,
    `Computed from the game’s data by \`npm run math -- par ${sheet.code}\`; the figures as fractions are in \`${sheet.code}.json\`.`,
    table(
      [
        ['Version', String(sheet.version)],
        ['mathHash', `\`${sheet.mathHash}\``],
        ...dealRows(sheet),
        ['strengths' in sheet ? 'Orders of the first three' : 'Courses of a round', grouped(sheet.courses)],
        ['Stakes are multiples of', `${sheet.leastChip} (nothing is rounded then)`],
      ],
      ['', ''],
    ),
    '## Bets',
    'The edge is what the platform keeps of a stake in the mean. Returns include the stake; a bet that returns nothing is left out.',
    table(
      groupedBets(sheet).map((bets) => [
        names(bets.map(({ code }) => code)),
        percent(bets[0]?.edgePercent ?? ''),
        fraction(bets[0]?.edge ?? ''),
        (bets[0]?.returns ?? [])
          .filter(({ returned }) => returned !== '0')
          .map(({ returned, chance }) => `${returned} with ${oneIn(chance)}`)
          .join(', '),
        String(bets[0]?.deviation.toFixed(4)),
      ]),
      ['Bet', 'Edge', 'Exactly', 'Returns, times the stake', 'Deviation'],
    ),
  ].join('\n\n')}\n`
}

type BetSheet = TableSheet['bets'][number]

function dealRows(sheet: TableSheet): string[][] {
  if ('decks' in sheet) {
    return [
      ['Shoe', `${sheet.decks} decks, ${sheet.behindCut} cards behind the cut card`],
      ['Computed for', 'a round from a full shoe'],
    ]
  }
  const series = ['Rounds of a series', String(sheet.seriesRounds)]
  if (!('strengths' in sheet)) return [series]
  const strengths = ['Strengths of the runners 1 to 8', sheet.strengths.join(', ')]
  return [series, strengths, ['Margin', `${sheet.marginPercent} %, before odds are cut off to hundredths`]]
}

/** Bets with the same figures, in the order of the first of each. */
function groupedBets({ bets }: TableSheet): BetSheet[][] {
  const groups = Map.groupBy(bets, ({ edge, returns }) => JSON.stringify([edge, returns]))
  return [...groups.values()]
}

/** The codes of bets; of more than six the kinds, with the number of each. */
function names(codes: readonly string[]): string {
  if (codes.length <= 6) return codes.join(', ')
  const kinds = Map.groupBy(codes, (code) => code.replace(/(-\d+)+$/, ''))
  return [...kinds].map(([kind, all]) => (all.length > 1 ? `${kind} (${all.length} bets)` : (all[0] ?? ''))).join(', ')
}

function percent(text: string): string {
  return `${text} %`
}

function fraction(text: string): string {
  return text.length <= 30 ? text : `${text.slice(0, 12)}…/${(text.split('/')[1] ?? '').slice(0, 12)}…`
}

function oneIn(chance: string): string {
  const [above = '1', below = '1'] = chance.split('/')
  return `${((100 * Number(above)) / Number(below)).toFixed(4)} %`
}

function grouped(value: number): string {
  return value.toLocaleString('en').replaceAll(',', ' ')
}

function table(rows: readonly (readonly string[])[], heads: readonly string[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
