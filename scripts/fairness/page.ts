import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf, linesOf } from '#domain/games/game.ts'
import { canonicalJson } from '#domain/games/math-hash.ts'
import { resultDigest } from '#domain/games/shown-results.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import { tables } from '#domain/games/table/tables.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { recomputeRound, type RecomputedRound } from '#domain/games/verify-round.ts'
import { amountOfUnits, lineOfWin } from '#domain/games/round.ts'
import { verifyText, type VerifiedGame } from '#domain/games/verify-text.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { answerLine } from './answer-line.ts'
import { evidenceExamples, type EvidenceExample } from './chain-examples.ts'
import { decisionsPart, decisionTexts } from './decision-examples.ts'
import { mechanicExamples, mechanicsPart } from './mechanics.ts'
import { seriesExamples } from './series-examples.ts'
import { tablesPart } from './table-examples.ts'
import { buildVerifier } from './verifier.ts'
import { failingEngine, generousEngine, voidRecord } from './void-examples.ts'

/**
 * The parts of `docs/fairness.md` that follow from the games: the list of data files and the worked examples. Also the
 * data files themselves and the records of the examples, all written by `npm run docs`.
 */

const root = join(import.meta.dirname, '../..')

/** The games whose data are published: the slots, then the tables, then those that a member plays alone. */
const publishedGames: readonly VerifiedGame[] = [...catalogue, ...tables, ...seatGames].map(({ game }) => game)

/** The generated files by path from the root, with their content. */
export function fairnessFiles(): Record<string, string> {
  return {
    ...Object.fromEntries(publishedGames.map((game) => [`docs/fairness/${dataFileOf(game)}`, canonicalJson(game)])),
    'docs/fairness/examples.json': `${JSON.stringify(
      examples().map(([, example]) => example),
      null,
      1,
    )}\n`,
    'docs/fairness/mechanics.json': `[\n${mechanicExamples({ serverSeed, clientSeed })
      .map((example) => JSON.stringify(example))
      .join(',\n')}\n]\n`,
    'docs/fairness/decisions.json': `[\n${decisionTexts({ serverSeed, clientSeed }).join(',\n')}\n]\n`,
    'docs/fairness/series.json': `[\n${seriesExamples()
      .map(([, text]) => text)
      .join(',\n')}\n]\n`,
  }
}

/** The name of a game's data file. */
export function dataFileOf({ code, version }: { code: string; version: number }): string {
  return `${code}-${version}.json`
}

/**
 * Throws where a game's data differ from the file published for its version: rounds were played by that file, so it
 * stays, and the changed game takes a new version.
 */
export function refuseChangedData(): void {
  for (const game of publishedGames) {
    const path = join(root, 'docs/fairness', dataFileOf(game))
    if (existsSync(path) && readFileSync(path, 'utf8') !== canonicalJson(game)) {
      throw new Error(`The data of ${game.code} changed: raise its version, ${dataFileOf(game)} stays as it is.`)
    }
  }
}

/** `docs/fairness.md` with its generated parts. Throws where a marker is missing. */
export async function withGeneratedParts(page: string): Promise<string> {
  const verifier = `\`${sha256(Buffer.from(await buildVerifier()))}\``
  const parts = {
    games: gamesPart(),
    example: examplePart(),
    mechanics: mechanicsPart({ serverSeed, clientSeed }),
    tables: tablesPart(),
    series: seriesPart(),
    decisions: decisionsPart({ serverSeed, clientSeed }),
    verifier,
  }
  return Object.entries(parts).reduce((filled, [marker, part]) => fill(filled, marker, part), page)
}

function fill(page: string, marker: string, part: string): string {
  const [from, to] = [`<!-- ${marker} -->`, `<!-- /${marker} -->`]
  const [start, end] = [page.indexOf(from), page.indexOf(to)]
  if (start === -1 || end < start) throw new Error(`docs/fairness.md needs the markers ${from} and ${to}`)
  return `${page.slice(0, start + from.length)}\n\n${part}\n\n${page.slice(end)}`
}

function gamesPart(): string {
  return publishedGames
    .map((game) => `- \`${dataFileOf(game)}\`: \`${sha256(Buffer.from(canonicalJson(game)))}\``)
    .join('\n')
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

const serverSeed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const clientSeed = 'my-own-number'
const { game } = catalogue[0]

/** Searched once: the free spins are some thousand rounds away. */
let found: { lines: Example; freeSpins: Example } | undefined

/** The first rounds of the example's seeds with lines that a wild completes, and with free spins that award more. */
function exampleRounds(): { lines: Example; freeSpins: Example } {
  found ??= {
    lines: firstRound((events) => !hasFreeSpins(events) && winsOf(events) > 1 && hasWild(events)),
    freeSpins: firstRound(
      (events) => events.filter((event) => 'spinsAwarded' in event && event.spinsAwarded > 0).length > 1,
    ),
  }
  return found
}

type Example = { nonce: number; round: RecomputedRound }

function firstRound(fits: (events: readonly RoundEvent[]) => boolean): Example {
  for (let nonce = 0; ; nonce++) {
    const round = recomputeRound(game, { serverSeed, clientSeed, nonce })
    if (fits(round.events)) return { nonce, round }
  }
}

const hasFreeSpins = (events: readonly RoundEvent[]): boolean => events.some(({ type }) => type === 'featureStart')

function winsOf(events: readonly RoundEvent[]): number {
  return events.reduce((sum, event) => sum + (event.type === 'wins' ? event.wins.length : 0), 0)
}

/** Whether a winning line uses a wild for another symbol. */
function hasWild(events: readonly RoundEvent[]): boolean {
  const [reveal, wins] = events
  if (reveal?.type !== 'reveal' || wins?.type !== 'wins') return false
  const shown = reveal.grid.flat()
  return wins.wins.some((win) => win.positions.some((position) => shown[position] !== win.symbol))
}

const stake = wholeUnits(game.stakes[2] ?? 0)

function recordOf({ nonce, round }: Example): RoundRecord {
  return {
    game: game.code,
    mathHash: sha256(Buffer.from(canonicalJson(game))),
    serverSeedHash: sha256(Buffer.from(serverSeed, 'hex')),
    serverSeed,
    clientSeed,
    nonce,
    stake: amountToWire(stake),
    pay: amountToWire(amountOfUnits(round.units, stake, game.unitsPerStake)),
    events: round.events,
  }
}

/** The examples by title, in the order of the file: records of rounds, then evidence of chains. */
function examples(): [title: string, example: RoundRecord | EvidenceExample][] {
  const { lines, freeSpins } = exampleRounds()
  return [
    ['the round above', recordOf(lines)],
    ['the round with free spins', recordOf(freeSpins)],
    ['a line that pays more as three wilds than as the longer run', recordOf(knownRound(437, hasWildsAboveRun))],
    ['free spins whose last award `spinsLimit` cuts to 0', recordOf(knownRound(286_969, reachesSpinsLimit))],
    ['the round above as a void one: a program that failed', voidRecord(recordOf(lines), game, failingEngine)],
    [
      'the round with free spins as a void one: a program whose result did not fit',
      voidRecord(recordOf(freeSpins), game, generousEngine),
    ],
    ...evidenceExamples(),
  ]
}

/** The records of the examples; verifiers may try themselves on them. */
export function exampleRecords(): RoundRecord[] {
  return examples().flatMap(([, example]) => ('events' in example ? [example] : []))
}

/** What a program prints for each of the examples. */
export function exampleLines(): string[] {
  const games = catalogue.map((entry) => entry.game)
  return examples().map(([, example]) => answerLine(verifyText(JSON.stringify(example), games)))
}

/** A round that was found once by a search that would take too long each time; throws where it is another. */
function knownRound(nonce: number, fits: (events: readonly RoundEvent[]) => boolean): Example {
  const round = recomputeRound(game, { serverSeed, clientSeed, nonce })
  if (!fits(round.events)) throw new Error(`Round ${nonce} is no such example any more.`)
  return { nonce, round }
}

/** Whether a line pays as its leading wilds although an ordinary symbol continues its run. */
function hasWildsAboveRun([reveal, wins]: readonly RoundEvent[]): boolean {
  if (reveal?.type !== 'reveal' || wins?.type !== 'wins') return false
  const kinds = game.symbols.map(({ kind }) => kind)
  return wins.wins.some((win) => {
    const next = reveal.grid[win.count]?.[linesOf(game)[lineOfWin(win) ?? 0]?.[win.count] ?? 0]
    return kinds[win.symbol] === 'wild' && next !== undefined && kinds[next] === 'ordinary'
  })
}

/** Whether enough scatters award less than they would without the limit of free spins. */
function reachesSpinsLimit(events: readonly RoundEvent[]): boolean {
  const feature = featureOf(game, 'free-spins')
  if (feature === undefined) return false
  return events.some(
    (event) => event.type === 'scatter' && event.count >= feature.trigger.count && event.spinsAwarded < feature.spins,
  )
}

function examplePart(): string {
  const { lines, freeSpins } = exampleRounds()
  const record = recordOf(lines)
  return [
    '**The seeds.** The records of this section are in `docs/fairness/examples.json`.',
    table(
      ['Field', 'Value'],
      [
        ...(['game', 'serverSeed', 'serverSeedHash', 'clientSeed', 'nonce', 'stake'] as const).map((name) => [
          name,
          `\`${record[name]}\``,
        ]),
        ...lines.round.blocks.flatMap((block, index) => [
          [`message of block ${index}`, `\`${message(lines.nonce, index)}\``],
          [`block ${index}`, `\`${block}\``],
        ]),
      ],
    ),
    '**The draws** of the paid spin, with reel set `base`:',
    drawTable(lines.round),
    '**The window**:',
    windowTable(lines.round),
    '**The result**: ' +
      `${lines.round.units} units; ${record.stake} × ${lines.round.units} ÷ ${game.unitsPerStake} = ${record.pay}. The events:`,
    `\`\`\`text\n[\n${lines.round.events.map((event) => `  ${JSON.stringify(event)}`).join(',\n')}\n]\n\`\`\``,
    digestPart(record),
    `**A round with free spins**: the same seeds with nonce ${freeSpins.nonce} (block 0: \`${freeSpins.round.blocks[0]}\`) take ` +
      `${freeSpins.round.draws.length} draws from ${freeSpins.round.blocks.length} blocks and pay ${freeSpins.round.units} units.`,
    spinTable(freeSpins.round),
    voidPart(voidRecord(record, game, failingEngine), lines.round.units),
    '**All examples.** `python3 verify.py --list < examples.json` prints, and exits with 1:',
    `\`\`\`text\n${exampleLines().join('\n')}\n\`\`\``,
    'They are, in this order:',
    examples()
      .map(([title], index) => `${index + 1}. ${title}`)
      .join('\n'),
  ].join('\n\n')
}

/** What a program prints for each of the examples of series. */
export function seriesLines(): string[] {
  return seriesExamples().map(([, text]) => answerLine(verifyText(text, publishedGames)))
}

function seriesPart(): string {
  return [
    '**Evidence of series** is in `docs/fairness/series.json`. `python3 verify.py --list < series.json` prints, and exits with 1:',
    `\`\`\`text\n${seriesLines().join('\n')}\n\`\`\``,
    'They are, in this order:',
    seriesExamples()
      .map(([title], index) => `${index + 1}. ${title}`)
      .join('\n'),
  ].join('\n\n')
}

/** The digest of the result, with the text that it is of. */
function digestPart({ mathHash, nonce, stake, pay, events }: RoundRecord): string {
  const text = canonicalJson({ events, mathHash, nonce, pay, stake })
  const digest = resultDigest({ mathHash, nonce, stake, pay, events })
  return [
    `**The digest** of this result (section 9) is \`${digest}\`, from the SHA-256 of these ${text.length} bytes:`,
    `\`\`\`text\n${text}\n\`\`\``,
  ].join('\n\n')
}

/** The record of a void round, and what a verifier says of it. */
function voidPart(record: RoundRecord, units: number): string {
  const line = answerLine(verifyText(JSON.stringify(record), [game]))
  return [
    '**A void round**: had the program failed in the first round above, the platform would have booked this record:',
    `\`\`\`text\n${JSON.stringify(record)}\n\`\`\``,
    `A verifier answers \`${line}\`: the seeds give the ${units} units of the round above. With the reason ` +
      '`wrong-result` or the `pay` `"0.00"` the answer is the same; with the `stake` `"1"` it is `false: stake`, with the `pay` `"5250"` `false: pay`.',
  ].join('\n\n')
}

function message(nonce: number, block: number): string {
  return `${clientSeed}:${game.code}:${nonce}:${block}`
}

function drawTable(round: RecomputedRound): string {
  return table(
    ['Reel', 'Bytes', 'v', 'n, length of the strip', 'limit', 'v mod n = stop'],
    round.draws.map(({ words, below, result }, reel) => {
      const word = words.at(-1) ?? ''
      const value = Number.parseInt(word, 16)
      return [reel, `\`${word}\``, value, below, 2 ** 32 - (2 ** 32 % below), result]
    }),
  )
}

function windowTable(round: RecomputedRound): string {
  const [reveal] = round.events
  if (reveal?.type !== 'reveal') throw new Error('a round begins with a reveal')
  return table(
    ['Row', ...reveal.grid.map((_, reel) => `Reel ${reel}`)],
    Array.from({ length: game.grid.rows }, (_, row) => [
      row,
      ...reveal.grid.map((reel) => `${reel[row]} ${game.symbols[reel[row] ?? 0]?.id}`),
    ]),
  )
}

function spinTable(round: RecomputedRound): string {
  const spins: { strips: string; stops: string; lines: number; scatters: number; awarded: number; total: number }[] = []
  for (const event of round.events) {
    if (event.type === 'reveal') {
      const total = spins.at(-1)?.total ?? 0
      spins.push({ strips: event.strips, stops: event.stops.join(' '), lines: 0, scatters: 0, awarded: 0, total })
    }
    const spin = spins.at(-1)
    if (spin && event.type === 'wins') Object.assign(spin, { lines: event.pay, total: event.total })
    if (spin && event.type === 'scatter')
      Object.assign(spin, { scatters: event.pay, awarded: event.spinsAwarded, total: event.total })
  }
  return table(
    ['Spin', 'Reel set', 'Stops', 'Lines', 'Scatters', 'Awarded', 'Total'],
    spins.map((spin, index) => [index, spin.strips, spin.stops, spin.lines, spin.scatters, spin.awarded, spin.total]),
  )
}

/** A table in the formatter's form: every column as wide as its widest cell. */
function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [heads, ...rows].map((row) => row.map(String))
  const widths = heads.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)))
  const written = lines.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  const [head = '', ...body] = written
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n')
}
