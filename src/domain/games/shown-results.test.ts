import { expect, test } from 'vitest'
import { redrawBy } from './redraw-result.ts'
import { compareResults, resultDigest } from './shown-results.ts'
import { anySlot } from '#test/any-slot.ts'
import { mathHashOf } from './math-hash.ts'
import { sha256Hex } from './sha256.ts'

const mathHash = mathHashOf(anySlot.game, sha256Hex)
const stake = String(anySlot.game.stakes[0])
const pair = { pair: 1, serverSeed: '07'.repeat(32), clientSeed: 'mine', firstNonce: 0, lastNonce: 9 }

/** The faults of one number that was shown with these events and this pay. */
function faultsOf(shown: { pay: string; events: readonly unknown[]; stake?: string }): string[] {
  const row = { nonce: 4, mathHash, stake, ...shown }
  const rows = [{ firstNonce: 4, mathHash, stake: row.stake, digests: resultDigest(row) }]
  return compareResults(rows, [pair], redrawBy([anySlot.game])).faults.map(({ kind }) => kind)
}

test('a number that was shown as void is no fault of its pair, with the stake and without a pay', () => {
  for (const reason of ['no-result', 'wrong-result']) {
    expect(faultsOf({ pay: '0', events: [{ type: 'void', reason }] })).toEqual([])
    expect(faultsOf({ pay: '1', events: [{ type: 'void', reason }] })).toEqual(['shown-otherwise'])
    expect(faultsOf({ pay: '0', stake: '1', events: [{ type: 'void', reason }] })).toEqual(['shown-otherwise'])
  }
  expect(faultsOf({ pay: '0', events: [{ type: 'void', reason: 'another' }] })).toEqual(['shown-otherwise'])
  expect(faultsOf({ pay: '0', events: [{ type: 'totalWin', pay: 0 }] })).toEqual(['shown-otherwise'])
})
