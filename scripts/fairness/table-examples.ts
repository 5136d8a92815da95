import { sha256Hex } from '#domain/games/sha256.ts'
import { cardText } from '#domain/games/table/cards.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { hashesDigest, mixOf } from '#domain/games/table/salt-list.ts'
import { tables } from '#domain/games/table/tables.ts'
import { sampleSeries } from '../math/tables/sample-series.ts'

/** The example of section 13 of `docs/fairness.md`: the first series of a table of each kind, with salts of two seats and a third that kept its salt. */
export function tablesPart(): string {
  const kinds = Map.groupBy(tables, ({ game }) => game.kind)
  const games = [...kinds.values()].flatMap(([first]) => (first ? [first.game] : []))
  const [first] = games
  if (!first) throw new Error('There are table games.')
  const { salts, links } = sampleSeries(first, seed)
  const [opened, , withheld] = salts.entries
  if (!opened || !withheld) throw new Error('The sample has three seats.')
  return [
    `The last link of the chain is the SHA-256 of the text \`last link ${seed}\`, the chain has 100 links. Its end is \`${salts.previousLink}\`, link 1 is \`${links[0]}\`.`,
    `**A series of \`${first.code}\`** at the table \`${salts.table}\`, whose first link is 1. The salt of \`${opened.seat}\` is \`${opened.salt}\`, and its hash that of these lines:`,
    text(['baize-salt', ...head(first.code, salts.previousLink), opened.seat, opened.salt ?? '']),
    `\`${opened.saltHash}\`. The seat \`${withheld.seat}\` did not open its salt. The text of the closed hashes has the SHA-256 \`${hashesDigest(salts, salts.entries)}\`; that of the mix is:`,
    text([
      'baize-salts',
      ...head(first.code, salts.previousLink),
      ...salts.entries.map(({ seat, saltHash, salt }) => `${seat} ${saltHash} ${salt ?? '-'}`),
    ]),
    `and the mix \`${mixOf(salts)}\`. Block 0 of the stream is that of the message \`${mixOf(salts)}:${first.code}:1:0\`.`,
    '**The first rounds** of a series of each kind, with the same links and the salts of the same seats. Cards of the player or dragon are before the slash:',
    games
      .map((game) => {
        const series = sampleSeries(game, seed)
        const rounds = series.rounds.slice(0, 5).map(outcomeText)
        const all = sha256Hex(`${series.rounds.map(outcomeText).join('\n')}\n`)
        return `- \`${game.code}\`, mix \`${mixOf(series.salts)}\`: ${rounds.join('; ')}. All ${series.rounds.length} rounds, each as a line in this form, have the SHA-256 \`${all}\`.`
      })
      .join('\n'),
  ].join('\n\n')
}

const seed = 'example'

function head(game: string, previousLink: string): string[] {
  return ['sample', game, '1', previousLink]
}

function text(lines: readonly string[]): string {
  return `\`\`\`text\n${lines.join('\n')}\n\`\`\``
}

function outcomeText(outcome: TableOutcome): string {
  switch (outcome.kind) {
    case 'baccarat':
      return `${outcome.player.map(cardText).join(' ')} / ${outcome.banker.map(cardText).join(' ')}`
    case 'dragon-tiger':
      return `${cardText(outcome.dragon)} / ${cardText(outcome.tiger)}`
    case 'roulette':
      return String(outcome.pocket)
    case 'sic-bo':
      return outcome.dice.join(' ')
    case 'race':
      return outcome.order.join(' ')
  }
}
