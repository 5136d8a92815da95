import { expect, test } from 'vitest'
import { firstDecided, honestDecided } from '#test/honest-decided.ts'
import { readObject } from '../pasted-text.ts'
import { shuffledShoe } from '../table/shoe.ts'
import { seededDraw } from '../draw.ts'
import { fromHex, hmacSha256 } from '../sha256.ts'
import { decidedRecordOf, decidedRecordText, type DecidedRecord } from './decided-record.ts'
import { blackjack } from './game.ts'
import { verifyDecided } from './verify-decided.ts'

const verify = (fields: Partial<DecidedRecord> = {}) => verifyDecided({ ...honestDecided, ...fields }, [blackjack])
const failing = (fields: Partial<DecidedRecord>) =>
  verify(fields).checks.flatMap(({ check, holds }) => (holds ? [] : [check]))

test('proves a round from its seeds and decisions, and shows the draws of the whole shoe', () => {
  const { verdict, checks, fault, round } = verify()
  expect([verdict, fault]).toEqual(['proven', null])
  expect(checks.map(({ check, holds, proves }) => [check, holds, proves])).toEqual(
    ['mathematics', 'commitment', 'decisions', 'events', 'stake', 'pay'].map((check) => [check, true, true]),
  )
  expect(round?.draws.map(({ below }) => below)).toEqual(Array.from({ length: 311 }, (_, index) => 312 - index))
  const { serverSeed, clientSeed, nonce } = honestDecided
  const seed = { serverSeed: fromHex(serverSeed ?? ''), clientSeed, gameCode: blackjack.code, nonce }
  expect(round?.state.shoe).toEqual(shuffledShoe(seededDraw(hmacSha256, seed), 6))
})

test('names each check that fails, and the decision that does not fit', () => {
  const { decisions, events } = honestDecided
  expect(failing({ pay: '1' })).toEqual(['pay'])
  expect(failing({ stake: '3' })).toEqual(['stake', 'pay'])
  expect(failing({ events: events.slice(1) })).toEqual(['events'])
  expect(failing({ serverSeedHash: '00'.repeat(32) })).toEqual(['commitment'])
  expect(failing({ game: 'another' })).toEqual(['mathematics'])
  expect(failing({ decisions: decisions.slice(1) })).toEqual(['decisions', 'events', 'pay'])
  expect(verify({ decisions: decisions.slice(0, -1) }).fault).toEqual({ at: decisions.length, reason: 'missing' })
  expect(verify({ decisions: [...decisions, 'hit'] }).fault).toEqual({ at: decisions.length + 1, reason: 'over' })
  expect(verify({ decisions: ['insure'] }).fault).toEqual({ at: 1, reason: 'no-insurance' })
})

test('does not prove the stake of a round that returned nothing', () => {
  const lost = firstDecided(({ pay }) => pay === '0')
  const { verdict, checks } = verifyDecided({ ...lost, stake: '2' }, [blackjack])
  expect(verdict).toBe('proven')
  expect(checks.filter(({ proves }) => !proves).map(({ check }) => check)).toEqual(['stake'])
})

test('computes nothing without the data or the server seed', () => {
  const none = { checks: [], fault: null, round: null }
  expect(verify({ mathHash: '00'.repeat(32) })).toEqual({ verdict: 'unknown-mathematics', ...none })
  expect(verify({ serverSeed: null })).toEqual({ verdict: 'not-revealed', ...none })
})

test('the text of a record has its fields alone, and is read as the same record', () => {
  const { format: _, ...record } = honestDecided
  const text = decidedRecordText({ ...record, further: 1 } as DecidedRecord)
  expect(text).not.toContain('further')
  expect(decidedRecordOf(readObject(text))).toEqual({ kind: 'record', record })
})
