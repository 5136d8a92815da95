import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { english, makeOfficeRequest, renderForOperator, useFakeServer } from '#test/forms.tsx'
import { ExclusionMark } from './exclusion-mark.tsx'
import { QueueTable } from './queue-table.tsx'

useFakeServer()
const { moneyRequest } = english.office
const until = '2026-01-02T00:00:00Z'

test.each([
  [{ kind: 'exclusion', until }, moneyRequest.excludedUntil.replace('{until}', '2026-01-02 09:00')],
  [{ kind: 'break', until }, moneyRequest.breakUntil.replace('{until}', '2026-01-02 09:00')],
  [{ kind: 'exclusion', until: null }, moneyRequest.excludedForEver],
] as const)('the queue marks an open request of a member with %j', (exclusion, text) => {
  renderForOperator(
    <QueueTable rows={[makeOfficeRequest({ exclusion })]} show="open" pickedId={null} onPick={() => undefined} />,
  )
  expect(screen.getByText(text)).toBeTruthy()
})

test('a decided request and one without an exclusion have no mark', () => {
  const exclusion = { kind: 'break', until } as const
  renderForOperator(
    <div data-testid="marks">
      <ExclusionMark request={makeOfficeRequest()} />
      <ExclusionMark request={makeOfficeRequest({ exclusion, state: 'paid' })} />
    </div>,
  )
  expect(screen.getByTestId('marks').textContent).toBe('')
})
