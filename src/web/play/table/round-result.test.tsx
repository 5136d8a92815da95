import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { expectText, renderForMember } from '#test/forms.tsx'
import { roundOf } from '#test/table-samples.ts'
import { RoundResult } from './round-result.tsx'

afterEach(cleanup)

test('a void round says why, and that the stake came back whole', async () => {
  const staked = wholeUnits(1_000)
  const round = roundOf(1, { state: 'void', voidReason: 'interrupted' })
  const texts = { outcome: () => ({ title: '', tone: 'grey' as const, sentence: '', name: '', figures: '' }) }
  renderForMember(<RoundResult {...{ round }} money={{ staked, returned: staked }} texts={texts} />)
  await expectText('The round was interrupted and is void.')
  await expectText('Your stake of ₩ 1,000 was returned in full.')
  expect(document.body.textContent).not.toContain('Returned')
})
