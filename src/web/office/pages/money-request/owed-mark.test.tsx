import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { english, makeOfficeRequest, renderForOperator, useFakeServer } from '#test/forms.tsx'
import { OwedAlert } from './owed-mark.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { QueueTable } from './queue-table.tsx'

useFakeServer()
const { moneyRequest } = english.office
const owed = [
  { round: '0197aaaa-0000-7000-8000-00000000000a', kind: 'table' as const, amount: '14000' },
  { round: '0197aaaa-0000-7000-8000-00000000000b', kind: 'seat' as const, amount: '2500' },
]
const request = makeOfficeRequest({ type: 'withdraw', owed })
const sum = moneyRequest.owed.replace('{amount}', '16,500')

test('the queue marks a withdrawal of a member who owes something, with the sum', () => {
  renderForOperator(<QueueTable rows={[request]} show="open" pickedId={null} onPick={() => undefined} />)
  expect(screen.getByText(sum)).toBeTruthy()
})

test.each(['pay', 'approveFirst'] as const)(
  'before the decision “%s” the dialog shows the sum and each round',
  (kind) => {
    renderForOperator(<PayDialog kind={kind} history={[]} request={request} onClose={() => undefined} />)
    expect(screen.getByText(sum)).toBeTruthy()
    const links = screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])
    expect(links).toEqual([
      [`/tables/${owed[0]?.round}`, moneyRequest.owedRound.replace('{amount}', '14,000')],
      [`/hands/${owed[1]?.round}`, moneyRequest.owedRound.replace('{amount}', '2,500')],
    ])
  },
)

test('a request of a member who owes nothing shows nothing', () => {
  renderForOperator(
    <div data-testid="owed">
      <OwedAlert request={makeOfficeRequest({ type: 'withdraw' })} />
    </div>,
  )
  expect(screen.getByTestId('owed').textContent).toBe('')
})
