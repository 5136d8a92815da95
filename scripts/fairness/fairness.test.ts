import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Window } from 'happy-dom'
import { describe, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { drawFrom } from '#domain/games/draw.ts'
import { canonicalJson, mathHashOf } from '#domain/games/math-hash.ts'
import type { SeedEvidence } from '#domain/games/seed-chain.ts'
import { readSeedEvidence, seedEvidenceFormat } from '#domain/games/seed-evidence.ts'
import { sha256Hex } from '#domain/games/sha256.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { blackjackHashOf } from '#domain/games/blackjack/game.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import { tableHashOf } from '#domain/games/table/table-game.ts'
import { tables } from '#domain/games/table/tables.ts'
import { verifyRound } from '#domain/games/verify-round.ts'
import { verifyText } from '#domain/games/verify-text.ts'
import { messages as english } from '#i18n/en/fairness.ts'
import { messages as englishPlay } from '#i18n/en/play.ts'
import { honestDecided } from '#test/honest-decided.ts'
import { honestEvidence, honestRecord, honestResults } from '#test/honest-evidence.ts'
import { honestSeries } from '#test/honest-series.ts'
import { allFields, hostileTexts, longTexts } from '#test/hostile-evidence.ts'
import { repetitions } from '#test/length.ts'
import { denseChainTexts, mutatedTexts } from '#test/mutated-evidence.ts'
import { answerLine, lineOfAnswer } from './answer-line.ts'
import { drawnRecord, drawnRecords, eventsOf, hasEqualPays, strangeGames } from './drawn-records.ts'
import {
  dataFileOf,
  exampleLines,
  exampleRecords,
  fairnessFiles,
  refuseChangedData,
  seriesLines,
  withGeneratedParts,
} from './page.ts'
import { hasPython, pythonAnswers, pythonVerdicts, runVerifier } from './python.ts'
import { buildVerifier } from './verifier.ts'

const games = [...catalogue, ...tables, ...seatGames].map(({ game }) => game)
/** The engine's answer to a text, without and with the round's name and the notes of a chain. */
const answerOf = (text: string): string => lineOfAnswer(verifyText(text, games))
const lineOf = (text: string): string => answerLine(verifyText(text, games))

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = read('docs/fairness.md')
const publishedExamples = (): object[] => JSON.parse(read('docs/fairness/examples.json')) as object[]
/** Random chains, and what the engine answers to each. */
const many = repetitions(600, 3000)
const dense = denseChainTexts(1, many)
const denseLines = dense.map(lineOf)

describe('docs/fairness.md', () => {
  test('and its files are generated from the games, also the hash of the verifier: run `npm run docs`', async () => {
    expect(page).toBe(await withGeneratedParts(page))
    for (const [path, text] of Object.entries(fairnessFiles())) expect(read(path)).toBe(text)
    expect(refuseChangedData).not.toThrow()
  })

  test('names every data file with its hash, which is the math hash of the game', () => {
    const hashes = [
      ...catalogue.map(({ game }) => ({ game, mathHash: mathHashOf(game, sha256Hex) })),
      ...tables.map(({ game }) => ({ game, mathHash: tableHashOf(game) })),
      ...seatGames.map(({ game }) => ({ game, mathHash: blackjackHashOf(game) })),
    ]
    expect(hashes.length).toBe(21)
    for (const { game, mathHash } of hashes) {
      const bytes = readFileSync(join(root, 'docs/fairness', dataFileOf(game)))
      const hash = createHash('sha256').update(bytes).digest('hex')
      expect(hash).toBe(mathHash)
      expect(page).toContain(`\`${dataFileOf(game)}\`: \`${hash}\``)
    }
  })

  test('describes the form of every data file: canonical, printable ASCII, nothing to escape', () => {
    const others = ['examples.json', 'mechanics.json', 'series.json', 'decisions.json']
    const files = readdirSync(join(root, 'docs/fairness')).filter((name) => !others.includes(name))
    for (const name of files) {
      const text = read(`docs/fairness/${name}`)
      const data = JSON.parse(text) as { code: string; version: number }
      expect(text).toBe(canonicalJson(data))
      expect(text).toMatch(/^[\x21-\x5b\x5d-\x7e]+$/)
      expect(name).toBe(`${data.code}-${data.version}.json`)
    }
  })

  test('its example of a discarded word is what the engine draws', () => {
    expect(page).toContain('`ff ff ff ff 00 00 00 1f` give 5')
    expect(drawFrom(() => Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 31))(26)).toBe(5)
  })

  test('its examples are proven rounds, void ones, chains that hold, and two with faults', () => {
    const verdicts = exampleLines().map((line) => line.split(/[:(]/)[1]?.trim())
    expect(verdicts).toEqual([...Array(4).fill('proven'), 'void', 'void', ...Array(5).fill('holds'), 'false', 'false'])
  })
})

/** The same chain after a restriction of the member ended its last pair, and the receipt of the member's return. */
function endedEvidence(): SeedEvidence {
  const { receipts, pairs } = honestEvidence()
  const serverSeed = createHash('sha256').update('seed 4').digest('hex')
  const [pair, receipt] = [pairs.at(-1), receipts.at(-1)]
  if (pair === undefined || receipt === undefined) throw new Error('no pair')
  const onReturn = { ...receipt, serverSeedHash: null, clientSeed: null, nonce: 35 }
  return {
    receipts: [...receipts, onReturn],
    pairs: pairs.with(-1, { ...pair, serverSeed, lastNonce: 34 }),
  }
}

/** The evidence with one field of one pair or receipt changed to that of another, or with one of them left out. */
function spoiledEvidence(): SeedEvidence[] {
  const { receipts, pairs } = honestEvidence()
  const spoilt = <Row extends object>(rows: readonly Row[]): Row[][] =>
    rows.flatMap((row, index) => [
      rows.toSpliced(index, 1),
      ...Object.keys(row)
        .filter((name) => name !== 'at')
        .flatMap((name) =>
          [1, 2].map((step) => {
            const other = rows[(index + step) % rows.length]?.[name as keyof Row]
            return rows.with(index, { ...row, [name]: other === row[name as keyof Row] ? 'old' : other })
          }),
        ),
    ])
  return [
    ...spoilt(pairs).map((changed) => ({ receipts, pairs: changed, results: honestResults() })),
    ...spoilt(receipts).map((changed) => ({ receipts: changed, pairs })),
    ...spoilt(honestResults()).map((changed) => ({ receipts, pairs, results: changed })),
  ].filter(isWellFormed)
}

/** Whether a verifier judges it: an exchanged field may have taken the place of one of another type. */
function isWellFormed(evidence: SeedEvidence): boolean {
  return readSeedEvidence(evidenceText(evidence)).kind === 'evidence'
}

const evidenceText = (evidence: SeedEvidence): string => JSON.stringify({ format: seedEvidenceFormat, ...evidence })

const pythonMissing = process.env['REQUIRE_PYTHON'] === undefined && !hasPython()

describe('the verifier in Python', () => {
  test('names the same faults of a chain of seeds as the window, and none of an honest one', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const shown = { ...honestEvidence(), results: honestResults() }
    const all = [honestEvidence(), endedEvidence(), shown, ...spoiledEvidence()]
    const expected = all.map((evidence) => lineOf(evidenceText(evidence)))
    const holds = 'chain of 4 pairs: holds'
    expect(expected.slice(0, 3)).toEqual([holds, `${holds} (4 ended 34)`, holds])
    const kinds = new Set(expected.flatMap((line) => line.match(/(?<=\d )[a-z-]{5,}/g) ?? []))
    expect(kinds.size).toBeGreaterThan(7)
    const { lines } = pythonVerdicts(all.map((evidence) => ({ ...evidence, format: seedEvidenceFormat })))
    expect(lines).toEqual(expected)
  })

  test('proves 1 000 rounds of the engine, 50 of them with free spins', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const records = drawnRecords(1000, 50)
    const retriggers = records.filter(({ events }) => JSON.stringify(events).split('"spinsAwarded":10').length > 2)
    expect(retriggers.length).toBeGreaterThan(0)
    const { lines, status } = pythonVerdicts(records)
    expect(lines).toEqual(records.map(({ game, nonce }) => `${game} ${nonce}: proven`))
    expect(status).toBe(0)
  })

  test('prints the lines of docs/fairness.md for its examples', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    expect(pythonVerdicts(publishedExamples())).toEqual({ lines: exampleLines(), status: 1 })
  })

  test('prints the lines of docs/fairness.md for its examples of series', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const series = JSON.parse(read('docs/fairness/series.json')) as object[]
    expect(pythonVerdicts(series)).toEqual({ lines: seriesLines(), status: 1 })
    const verdicts = seriesLines().map((line) => line.split(/[:(]/)[1]?.trim())
    expect(verdicts).toEqual(['proven', 'proven', 'proven', 'not-revealed', 'false', 'false', 'proven'])
  })

  test('agrees on games that the catalogue does not have: equal pays, a limit of free spins, no wild or scatter', ({
    skip,
  }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const games = strangeGames()
    const records = games.flatMap((game) => Array.from({ length: 100 }, (_, nonce) => drawnRecord(game, nonce)))
    const [, cut, none] = games.map((game) => eventsOf(records.filter((one) => one.game === game.code)))
    expect(records.filter(hasEqualPays)).not.toEqual([])
    expect(cut).toContain('"spinsAwarded":3')
    expect(cut).toMatch(/"spinsAwarded":2,.*"spinsAwarded":0,/)
    expect(none).toContain('"type":"wins"')
    const folder = mkdtempSync(join(tmpdir(), 'games-'))
    try {
      for (const game of games) writeFileSync(join(folder, dataFileOf(game)), canonicalJson(game))
      expect(records.map((record) => verifyRound(record, games).verdict)).toEqual(records.map(() => 'proven'))
      const { lines } = pythonVerdicts(records, folder)
      expect(lines).toEqual(records.map(({ game, nonce }) => `${game} ${nonce}: proven`))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('and the engine name the same faults of false records', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const [record] = exampleRecords()
    if (record === undefined) throw new Error('no example')
    const other = '11'.repeat(32)
    const records: RoundRecord[] = [
      { ...record, nonce: record.nonce + 1 },
      { ...record, serverSeed: other },
      { ...record, serverSeedHash: other },
      { ...record, clientSeed: `${record.clientSeed}!` },
      { ...record, stake: '999', pay: '999' },
      { ...record, pay: '5250.0001' },
      { ...record, game: 'golden-lion' },
      { ...record, events: record.events.slice(1) },
      { ...record, events: JSON.parse(JSON.stringify(record.events).replace('"line":6', '"line":6.5')) as unknown[] },
      { ...record, mathHash: other },
      { ...record, serverSeed: null },
    ]
    const expected = records.map((one) => lineOf(JSON.stringify(one)))
    expect(expected.filter((line) => line.endsWith('proven'))).toEqual([])
    expect(pythonVerdicts(records)).toEqual({ lines: expected, status: 1 })
  })
})

const { form } = english.fairness

describe('every form of the verifier', () => {
  test('names a choice among several client seeds in the line, behind the pairs not chosen', () => {
    const again = hostileTexts.find(({ title }) => title.startsWith('several client seeds'))
    expect(lineOf(again?.text ?? '')).toBe(
      `chain of 4 pairs: holds (2 chosen-again 2, ${Number.MAX_SAFE_INTEGER} chosen-again 2)`,
    )
    expect(denseLines.filter((line) => / chosen-again \d/.test(line)).length).toBeGreaterThan(many / 8)
  })

  test('names the numbers of results that were shown otherwise, and of games without data, last in the line', () => {
    const lineOfTitle = (wanted: string) => lineOf(hostileTexts.find(({ title }) => title === wanted)?.text ?? '')
    expect(lineOfTitle('another result')).toBe('chain of 4 pairs: false: 2 shown-otherwise (13 shown-otherwise)')
    expect(lineOfTitle('results of unknown mathematics')).toBe('chain of 4 pairs: holds (10-19 unknown-mathematics)')
    for (const note of ['shown-otherwise)', 'shown-otherwise,', 'unknown-mathematics'])
      expect(denseLines.filter((line) => line.includes(note)).length).toBeGreaterThan(many / 60)
  })

  test('refuses the digest of a result with a stake that the game does not have', ({ skip }) => {
    // The right digest of round 0 of the last published chain for a stake of 1.
    const row = {
      firstNonce: 0,
      mathHash: mathHashOf(catalogue[0].game, sha256Hex),
      stake: '1',
      digests: '901dec2320d0df7d',
    }
    const chain = { ...publishedExamples().at(-1), results: [row] }
    const line = 'chain of 3 pairs: false: 1 shown-otherwise (0 shown-otherwise)'
    expect(lineOf(JSON.stringify(chain))).toBe(line)
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    expect(pythonVerdicts([chain])).toEqual({ lines: [line], status: 1 })
  })

  test.each(hostileTexts)('in the engine answers $title as docs/fairness.md describes', ({ text, answer }) => {
    expect(answerOf(text)).toBe(answer)
  })

  test('in Python answers hostile texts alike, without an exception', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const answers = pythonAnswers(hostileTexts.map(({ text }) => text)).map(shortAnswer)
    expect(hostileTexts.map(({ title }, index) => ({ title, answer: answers[index] }))).toEqual(
      hostileTexts.map(({ title, answer }) => ({ title, answer })),
    )
  })

  test('in Python exits with 0, 1 or 2 and one sentence, never a traceback', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const record = JSON.stringify(honestRecord)
    const evidence = honestEvidence()
    const far = evidence.pairs.map((pair) => (pair.pair === 4 ? { ...pair, pair: 1_000_000_000 } : pair))
    const unknown = evidence.pairs.map((pair) => ({ ...pair, scheme: 'x', clientSeed: 'same' }))
    const cases: readonly (readonly [text: string, status: number, sentence: string])[] = [
      [record, 0, `${honestRecord.game} ${honestRecord.nonce}: proven\n`],
      [JSON.stringify(evidence), 0, 'chain of 4 pairs: holds\n'],
      [record.replace(`"pay":"`, `"pay":"1`), 1, `${honestRecord.game} ${honestRecord.nonce}: false: pay\n`],
      [
        JSON.stringify({ ...honestRecord, serverSeed: null }),
        1,
        `${honestRecord.game} ${honestRecord.nonce}: not-revealed\n`,
      ],
      [JSON.stringify({ ...evidence, pairs: far }), 1, 'chain of 4 pairs: false: 4 omitted (1000000000 unwitnessed)\n'],
      [JSON.stringify({ ...evidence, pairs: unknown }), 2, 'malformed: Missing or wrong: pairs.scheme.\n'],
      [JSON.stringify({ ...evidence, pairs: [] }), 2, 'malformed: Missing or wrong: pairs.\n'],
      ['{"nonce":NaN}', 2, 'malformed: The text is not JSON in UTF-8.\n'],
      ['['.repeat(100_000), 2, 'malformed: The text is nested more than 32 levels deep.\n'],
    ]
    for (const [text, status, sentence] of cases) {
      const malformed = status === 2
      const expected = { stdout: malformed ? '' : sentence, stderr: malformed ? sentence : '', status }
      expect(runVerifier(text)).toEqual(expected)
    }
  })

  test('in Python answers every object of a list, also behind a malformed one', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const proven = `${honestRecord.game} ${honestRecord.nonce}: proven\n`
    const deep = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    const wrong = `malformed: object 1: Missing or wrong: ${allFields}.\n`
    const refused = 'malformed: The text is not a list of at least one object.\n'
    const cases: readonly (readonly [text: string, status: number, stdout: string, stderr: string])[] = [
      [JSON.stringify([honestRecord, honestEvidence()]), 0, `${proven}chain of 4 pairs: holds\n`, ''],
      [`[${deep(32)},${JSON.stringify(honestRecord)}]`, 2, proven, wrong],
      [JSON.stringify([honestRecord, [], 1]), 2, proven, [2, 3].map(notObject).join('')],
      [
        `[${deep(33)},${JSON.stringify(honestRecord)}]`,
        2,
        '',
        'malformed: The text is nested more than 32 levels deep.\n',
      ],
      ['[]', 2, '', refused],
      [JSON.stringify(honestRecord), 2, '', refused],
    ]
    for (const [text, status, stdout, stderr] of cases)
      expect(runVerifier(text, '--list')).toEqual({ stdout, stderr, status })
  })

  test('in Python exits with 2 when it cannot finish', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const { status, stderr } = runVerifier(JSON.stringify(honestRecord), '--data', '/nowhere')
    expect({ status, sentence: stderr.split('\n').at(-2) }).toEqual({
      status: 2,
      sentence: 'verify.py: error: no such folder: /nowhere',
    })
  })

  test('answers the longest texts alike and in bounded time', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const texts = longTexts()
    const [longest, tooLong] = texts.map(answerOf)
    expect([longest, tooLong]).toEqual(['proven', 'malformed'])
    const answers = pythonAnswers(texts)
    expect(texts.map((text, index) => answers[index] === lineOf(text))).toEqual(texts.map(() => true))
  })

  test('answers random chains of few different values alike: seed 1', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    expect(new Set(denseLines).size).toBeGreaterThan(many / 3)
    expect(denseLines.filter((line) => line.includes('holds'))).not.toEqual([])
    const answers = pythonAnswers(dense)
    expect(dense.filter((_, index) => answers[index] !== denseLines[index])).toEqual([])
  })

  test('answers texts of random changes alike: seed 1', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const mutated = mutatedTexts(1, repetitions(500, 1000), publishedExamples())
    const expected = mutated.map(lineOf)
    // The changes reach every kind of answer, not only the first check.
    const kinds = new Set(expected.map((line) => shortAnswer(line).split(':')[0]))
    expect([...kinds]).toEqual(expect.arrayContaining(['proven', 'holds', 'false', 'malformed']))
    expect(new Set(expected).size).toBeGreaterThan(100)
    const answers = pythonAnswers(mutated)
    expect(mutated.filter((_, index) => answers[index] !== expected[index])).toEqual([])
  })
})

describe('the offline verifier, as it is published', () => {
  test('answers hostile texts and evidence as the engine does', async () => {
    const html = await buildVerifier()
    const program = /<script>\n([\s\S]*)<\/script>/.exec(html)?.[1] ?? ''
    const { document } = new Window()
    // The program as the file has it; it takes the document and the languages from the browser alone.
    // oxlint-disable-next-line no-new-func
    new Function('document', 'navigator', program)(document, { languages: ['en'] })
    const [field, button] = [document.querySelector('textarea'), document.querySelector('button')]
    const resultOf = (text: string) => {
      if (field) field.value = text
      button?.click()
      return document.querySelector('[role=status]')
    }
    const shown = hostileTexts.map(({ title, text }) => {
      const result = resultOf(text)
      return { title, verdict: result?.querySelector('.verdict')?.className ?? result?.textContent }
    })
    expect(shown).toEqual(hostileTexts.map(({ title, answer }) => ({ title, verdict: shownVerdict(answer) })))
    const again = hostileTexts.find(({ title }) => title.startsWith('several client seeds'))
    const sentence = englishPlay.play.fairness.chosenAgain.replace('{pairs}', `2 (2), ${Number.MAX_SAFE_INTEGER} (2)`)
    expect(resultOf(again?.text ?? '')?.textContent).toContain(sentence)
    const otherwise = hostileTexts.find(({ title }) => title === 'another result')
    const named = resultOf(otherwise?.text ?? '')?.textContent
    expect(named).toContain(englishPlay.play.fairness.fault['shown-otherwise'])
    expect(named).toContain(`13: 200, ${'0'.repeat(16)}`)
    const series = resultOf(JSON.stringify(honestSeries('sic-bo')))
    expect(series?.textContent).toContain(english.fairnessSeries.ownMixed)
    expect(series?.querySelectorAll('.rounds li').length).toBe(60)
    expect(series?.querySelectorAll('.rounds .die').length).toBe(180)
    expect(series?.textContent).not.toMatch(/NaN|undefined|[{}]/)
    const decided = resultOf(JSON.stringify(honestDecided))
    expect(decided?.textContent).toContain(english.fairnessDecided.provenText)
    expect(decided?.querySelectorAll('.card').length).toBeGreaterThan(6)
    expect(decided?.textContent).not.toMatch(/NaN|undefined|[{}]/)
    const round = resultOf(JSON.stringify(honestRecord))
    expect(round?.textContent).toContain(english.fairness.steps.message)
    expect(round?.textContent).not.toMatch(/NaN|undefined|[{}]/)
  })
})

const notObject = (place: number): string => `malformed: object ${place}: The text is not a JSON object.\n`

/** Without the round's name, the number of pairs and notes. */
function shortAnswer(line: string): string {
  if (line.startsWith('malformed')) return line
  return line.replace(/^(?:chain of \d+ pairs|series of \d+ rounds|[a-z0-9-]+ \d+): /, '').replace(/ \([^()]*\)$/, '')
}

/** What the offline verifier shows for an answer: the class of its verdict, or the sentence that refuses the text. */
function shownVerdict(answer: string): string {
  const [kind, names] = answer.split(': ')
  if (kind === 'malformed') return names === undefined ? form.notJson : form.wrongFields.replace('{names}', names)
  return `verdict ${kind === 'holds' ? 'proven' : kind}`
}
