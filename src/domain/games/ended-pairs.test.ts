import { expect, test } from 'vitest'
import { honestEvidence, honestRecord } from '#test/honest-evidence.ts'
import { catalogue } from './catalogue.ts'
import { endedText } from './ended-pairs.ts'
import { listText } from './listed-notes.ts'
import { verifySeedChain } from './seed-chain.ts'
import { fromHex, sha256, toHex } from './sha256.ts'
import { undrawnRound } from './undrawn-round.ts'
import { recomputeRound } from './verify-round.ts'

const { pairs, receipts } = honestEvidence()
const ended = (pair: number) => ({ ...receipts[pair], pair, serverSeedHash: null, clientSeed: null }) as never
const reportOf = (...more: never[]) =>
  verifySeedChain({ receipts: [...receipts, ...more], pairs }, (bytes) => toHex(sha256(bytes)))

test('pairs that were not in use any more before the browser began the next one are named with their last round', () => {
  expect(reportOf()).toMatchObject({ faults: [], endedPairs: [] })
  const report = reportOf(ended(4), ended(2), ended(2))
  expect(report).toMatchObject({
    faults: [],
    endedPairs: [
      { pair: 2, lastNonce: 19 },
      { pair: 4, lastNonce: null },
    ],
  })
  expect(report.endedPairs.map(endedText)).toEqual(['2 (19)', '4'])
  expect(listText(report.endedPairs)).toBe('2 (19), 4')
})

test('the round that would have followed a pair’s last one is that of the next number, by the committed seed', () => {
  const { game } = catalogue[0]
  const { serverSeedHash, clientSeed, nonce } = honestRecord
  const pair = { serverSeedHash, serverSeed: honestRecord.serverSeed ?? '', clientSeed, firstNonce: 0 }
  const { units } = recomputeRound(game, { serverSeed: pair.serverSeed, clientSeed, nonce })
  expect(units).toBeGreaterThan(0)
  expect(undrawnRound(game, { ...pair, lastNonce: nonce - 1 })).toEqual({ nonce, units })
  expect(undrawnRound(game, { ...pair, firstNonce: nonce, lastNonce: null })).toEqual({ nonce, units })
  const other = toHex(sha256(fromHex('00'.repeat(32))))
  expect(undrawnRound(game, { ...pair, serverSeedHash: other, lastNonce: 3 })).toBeNull()
})
