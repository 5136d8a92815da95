import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { seededDraw } from './draw.ts'
import type { Game } from './game.ts'
import { mathHashOf } from './math-hash.ts'
import { sha256Hex } from './sha256.ts'
import { answerLine, lineOfAnswer } from '../../../scripts/fairness/answer-line.ts'
import { verifyText } from './verify-text.ts'
import { voidReasons } from './round.ts'
import { play } from './slot/play.ts'
import { readRoundRecord, roundRecordText, type RoundRecord } from './round-record.ts'
import { recomputeRound, verifyRound } from './verify-round.ts'

const games = catalogue.map(({ game }) => game)

/** A round as the server draws it. */
function drawnRecord(game: Game, nonce: number): RoundRecord {
  const serverSeed = createHash('sha256').update('seed').digest()
  const stake = wholeUnits(game.stakes[0] ?? 0)
  const seed = { serverSeed, clientSeed: 'mine', gameCode: game.code, nonce }
  const drawn = play(game, seededDraw(hmacSha256, seed), { stake })
  return {
    game: game.code,
    mathHash: mathHashOf(game, sha256Hex),
    serverSeedHash: createHash('sha256').update(serverSeed).digest('hex'),
    serverSeed: serverSeed.toString('hex'),
    clientSeed: 'mine',
    nonce,
    stake: amountToWire(stake),
    pay: amountToWire(drawn.pay),
    events: drawn.events,
  }
}

describe.each(games)('a record of $code', (game) => {
  const record = drawnRecord(game, 7)
  const failedChecks = (changed: Partial<RoundRecord>): string[] =>
    verifyRound({ ...record, ...changed }, games).checks.flatMap(({ check, holds }) => (holds ? [] : [check]))

  test('is proven, also after it was copied and pasted', () => {
    for (let nonce = 0; nonce < 50; nonce++) {
      const read = readRoundRecord(roundRecordText(drawnRecord(game, nonce)))
      if (read.kind !== 'record') throw new Error(read.kind)
      expect(verifyRound(read.record, games)).toMatchObject({ verdict: 'proven', round: { game } })
    }
  })

  test('is false when any of its values is changed', () => {
    expect(failedChecks({ nonce: 8 })).toContain('events')
    expect(failedChecks({ clientSeed: 'yours' })).toContain('events')
    expect(failedChecks({ serverSeed: '00'.repeat(32) })).toEqual(expect.arrayContaining(['commitment', 'events']))
    expect(failedChecks({ serverSeedHash: '00'.repeat(32) })).toEqual(['commitment'])
    expect(failedChecks({ game: 'another-game' })).toEqual(['mathematics'])
    expect(failedChecks({ stake: '1' })).toEqual(['stake', 'pay'])
    expect(failedChecks({ pay: '0.0001' })).toEqual(['pay'])
    expect(failedChecks({ events: record.events.slice(0, -1) })).toEqual(['events'])
    expect(failedChecks({ events: [...record.events, { type: 'reveal', stops: [0.5] }] })).toEqual(['events'])
    expect(verifyRound({ ...record, pay: '0.0001' }, games).verdict).toBe('false')
  })

  test('is void when it says so and pays nothing, with what its seeds give', () => {
    const { units } = recomputeRound(game, { ...record, serverSeed: record.serverSeed ?? '' })
    for (const reason of voidReasons) {
      const voided = { ...record, pay: '0', events: [{ reason, type: 'void' }] }
      expect(verifyRound(voided, games)).toMatchObject({ verdict: 'void', round: { game, units } })
      expect(answerLine(verifyText(roundRecordText(voided), games))).toBe(`${game.code} 7: void (${units} units)`)
      const failing = (changed: Partial<RoundRecord>): string =>
        lineOfAnswer(verifyText(roundRecordText({ ...voided, ...changed }), games))
      expect(failing({ pay: '0.0001' })).toBe('false: pay')
      expect(failing({ stake: '1' })).toBe('false: stake')
      expect(failing({ stake: '1', pay: '1' })).toBe('false: stake, pay')
      expect(failing({ pay: '0.00' })).toBe(`void (${units} units)`)
      expect(failing({ serverSeedHash: '00'.repeat(32) })).toBe('false: commitment')
      expect(failing({ game: 'another-game' })).toBe('false: mathematics')
      expect(failing({ serverSeed: null })).toBe('not-revealed')
      expect(failing({ events: [...voided.events, ...voided.events] })).toContain('events')
    }
    expect(failedChecks({ pay: '0', events: [{ type: 'void', reason: 'another' }] })).toContain('events')
  })

  test('does not prove the stake of a round without a win, which another stake fits too', () => {
    const records = Array.from({ length: 50 }, (_, nonce) => drawnRecord(game, nonce))
    const proves = (changed: RoundRecord): (boolean | undefined)[] =>
      (['stake', 'pay'] as const).map(
        (name) => verifyRound(changed, games).checks.find((one) => one.check === name)?.proves,
      )
    const other = String(game.stakes[1])
    const [lost, won] = [records.find(({ pay }) => pay === '0'), records.find(({ pay }) => pay !== '0')]
    if (lost === undefined || won === undefined) throw new Error('no round with, or none without a win')
    expect(proves(lost)).toEqual([false, true])
    expect(verifyRound({ ...lost, stake: other }, games).verdict).toBe('proven')
    expect(proves({ ...lost, stake: other })).toEqual([false, true])
    expect(proves(won)).toEqual([true, true])
    expect(proves({ ...won, stake: other })).toEqual([true, false])
  })

  test('without a revealed seed or with unknown mathematics has no result', () => {
    const none = { checks: [], round: null }
    expect(verifyRound({ ...record, serverSeed: null }, games)).toEqual({ verdict: 'not-revealed', ...none })
    const unknown = { ...record, mathHash: '00'.repeat(32) }
    expect(verifyRound(unknown, games)).toEqual({ verdict: 'unknown-mathematics', ...none })
  })

  test('shows each draw with its words and the blocks that they come from', () => {
    const round = recomputeRound(game, { serverSeed: record.serverSeed ?? '', clientSeed: 'mine', nonce: 7 })
    const words = round.draws.flatMap((draw) => draw.words).join('')
    expect(round.blocks.join('').startsWith(words)).toBe(true)
    expect(round.draws.slice(0, game.grid.reels).map((draw) => draw.below)).toEqual(
      game.strips.base.map((strip) => strip.length),
    )
    for (const draw of round.draws) {
      expect(Number.parseInt(draw.words.at(-1) ?? '', 16) % draw.below).toBe(draw.result)
    }
  })
})

describe('reading a pasted record', () => {
  const record = drawnRecord(games[0] as Game, 1)

  test('ignores further fields', () => {
    const read = readRoundRecord(JSON.stringify({ ...record, roundId: 'x', betTime: 'y' }))
    expect(read).toEqual({ kind: 'record', record })
  })

  test('names what is no JSON object, and which fields are wrong', () => {
    for (const text of ['', '{', '12', 'null', '"x"', '[]']) expect(readRoundRecord(text)).toEqual({ kind: 'json' })
    const wrong = { ...record, nonce: -1, clientSeed: 'a b', serverSeed: 'AB', stake: '1,000' }
    expect(readRoundRecord(JSON.stringify(wrong))).toEqual({
      kind: 'fields',
      names: ['serverSeed', 'clientSeed', 'nonce', 'stake'],
    })
    expect(readRoundRecord('{}')).toMatchObject({ kind: 'fields' })
  })
})
