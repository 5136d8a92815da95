import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Window } from 'happy-dom'
import { describe, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { drawFrom, seededDraw } from '#domain/games/draw.ts'
import { canonicalJson, mathHashOf } from '#domain/games/math-hash.ts'
import { verifySeedChain, type SeedEvidence } from '#domain/games/seed-chain.ts'
import { readSeedEvidence, seedEvidenceFormat } from '#domain/games/seed-evidence.ts'
import { sha256Hex } from '#domain/games/sha256.ts'
import { play } from '#domain/games/slot/play.ts'
import { verifyRound, type RoundRecord } from '#domain/games/verify-round.ts'
import { verifyText } from '#domain/games/verify-text.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { messages as english } from '#i18n/en/fairness.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { honestEvidence, honestRecord, hostileTexts, lineOfAnswer, longTexts } from '#test/hostile-evidence.ts'
import { mutatedTexts } from '#test/mutated-evidence.ts'
import { dataFileOf, exampleRecords, fairnessFiles, refuseChangedData, withGeneratedParts } from './page.ts'
import { hasPython, pythonAnswers, pythonVerdicts, runVerifier } from './python.ts'
import { buildVerifier } from './verifier.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = read('docs/fairness.md')

describe('docs/fairness.md', () => {
  test('and its files are generated from the games, also the hash of the verifier: run `npm run docs`', async () => {
    expect(page).toBe(await withGeneratedParts(page))
    for (const [path, text] of Object.entries(fairnessFiles())) expect(read(path)).toBe(text)
    expect(refuseChangedData).not.toThrow()
  })

  test('names every data file with its hash, which is the math hash of the game', () => {
    for (const { game } of catalogue) {
      const bytes = readFileSync(join(root, 'docs/fairness', dataFileOf(game)))
      const hash = createHash('sha256').update(bytes).digest('hex')
      expect(hash).toBe(mathHashOf(game, sha256Hex))
      expect(page).toContain(`\`${dataFileOf(game)}\`: \`${hash}\``)
    }
  })

  test('describes the form of every data file: canonical, printable ASCII, nothing to escape', () => {
    const files = readdirSync(join(root, 'docs/fairness')).filter((name) => name !== 'examples.json')
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

  test('its examples are proven rounds', () => {
    const games = catalogue.map(({ game }) => game)
    for (const record of exampleRecords()) expect(verifyRound(record, games).verdict).toBe('proven')
  })
})

/** Rounds as the server draws and stores them, with random seeds; at least `features` of them with free spins. */
function drawnRecords(many: number, features: number): RoundRecord[] {
  const records: RoundRecord[] = []
  let withFeature = 0
  for (let nonce = 0; records.length < many; nonce++) {
    const { game } = catalogue[nonce % catalogue.length] ?? catalogue[0]
    const serverSeed = createHash('sha256')
      .update(`server ${nonce % 97}`)
      .digest()
    const clientSeed = `client:${nonce % 89}`
    const stake = wholeUnits(game.stakes[nonce % game.stakes.length] ?? 0)
    const drawn = play(game, seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: game.code, nonce }), { stake })
    const hasFeature = drawn.events.some(({ type }) => type === 'featureStart')
    withFeature += Number(hasFeature)
    if (!hasFeature && records.length - withFeature >= many - features) continue
    records.push({
      game: game.code,
      mathHash: mathHashOf(game, sha256Hex),
      serverSeedHash: createHash('sha256').update(serverSeed).digest('hex'),
      serverSeed: serverSeed.toString('hex'),
      clientSeed,
      nonce,
      stake: amountToWire(stake),
      pay: amountToWire(drawn.pay),
      events: drawn.events,
    })
  }
  return records
}

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
    ...spoilt(pairs).map((changed) => ({ receipts, pairs: changed })),
    ...spoilt(receipts).map((changed) => ({ receipts: changed, pairs })),
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
    const all = [honestEvidence(), endedEvidence(), ...spoiledEvidence()]
    const expected = all.map((evidence) => {
      const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
      const { faults, oldPairs, unwitnessedPairs } = verifySeedChain(evidence, sha256)
      const named = [...new Set(faults.map(({ pair, kind }) => `${pair} ${kind}`))].toSorted()
      const notes = [...oldPairs.map((pair) => `${pair} old`), ...unwitnessedPairs.map((pair) => `${pair} unwitnessed`)]
      const verdict = named.length === 0 ? 'holds' : `false: ${named.join(', ')}`
      return `chain of ${evidence.pairs.length} pairs: ${verdict}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
    })
    expect(expected.slice(0, 2)).toEqual(Array(2).fill('chain of 4 pairs: holds'))
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
    const games = catalogue.map(({ game }) => game)
    const expected = records.map((one) => {
      const { verdict, checks } = verifyRound(one, games)
      const failed = checks.filter(({ holds }) => !holds).map(({ check }) => check)
      return `${one.game} ${one.nonce}: ${failed.length === 0 ? verdict : `false: ${failed.join(', ')}`}`
    })
    expect(expected.filter((line) => line.endsWith('proven'))).toEqual([])
    expect(pythonVerdicts(records)).toEqual({ lines: expected, status: 1 })
  })
})

const games = catalogue.map(({ game }) => game)
const { form } = english.fairness
const answerOf = (text: string): string => lineOfAnswer(verifyText(text, games))

describe('every form of the verifier', () => {
  test.each(hostileTexts)('in the engine answers $title as docs/fairness.md describes', ({ text, answer }) => {
    expect(answerOf(text)).toBe(answer)
  })

  test('in Python answers hostile texts alike, without an exception', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const answers = pythonAnswers(hostileTexts.map(({ text }) => text))
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
      ['{"nonce":NaN}', 2, 'malformed: The input is not JSON in UTF-8: NaN is no value of JSON.\n'],
      ['['.repeat(100_000), 2, 'malformed: The input has more than 32 levels of objects and lists.\n'],
    ]
    for (const [text, status, sentence] of cases) {
      const malformed = status === 2
      const expected = { stdout: malformed ? '' : sentence, stderr: malformed ? sentence : '', status }
      expect(runVerifier(text)).toEqual(expected)
    }
  })

  test('answers the longest texts alike and in bounded time', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const texts = longTexts()
    const [longest, tooLong] = texts.map(answerOf)
    expect([longest, tooLong]).toEqual(['proven', 'malformed'])
    const answers = pythonAnswers(texts)
    expect(texts.map((text, index) => answers[index] === answerOf(text))).toEqual(texts.map(() => true))
  })

  test('answers texts of random changes alike: seed 1', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const mutated = mutatedTexts(1, 1000, exampleRecords())
    const expected = mutated.map(answerOf)
    // The changes reach every kind of answer, not only the first check.
    const kinds = new Set(expected.map((line) => line.split(':')[0]))
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
    const shown = hostileTexts.map(({ title, text }) => {
      if (field) field.value = text
      button?.click()
      const result = document.querySelector('[role=status]')
      return { title, verdict: result?.querySelector('.verdict')?.className ?? result?.textContent }
    })
    expect(shown).toEqual(hostileTexts.map(({ title, answer }) => ({ title, verdict: shownVerdict(answer) })))
  })
})

/** What the offline verifier shows for an answer: the class of its verdict, or the sentence that refuses the text. */
function shownVerdict(answer: string): string {
  const [kind, names] = answer.split(': ')
  if (kind === 'malformed') return names === undefined ? form.notJson : form.wrongFields.replace('{names}', names)
  return `verdict ${kind === 'holds' ? 'proven' : kind}`
}
