import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  english,
  eventually,
  expectText,
  makeOfficeRequest,
  press,
  renderForOperator,
  useFakeServer,
} from '#test/forms.tsx'
import { RequestDetail } from './request-detail.tsx'

const server = useFakeServer()
const { moneyRequest } = english.office

function open(unreadable: boolean): void {
  const request = makeOfficeRequest({
    type: 'withdraw',
    state: 'claimed',
    mine: true,
    claimedBy: 'cashier-1',
    bank: { bankname: 'Kookmin', bankOwner: unreadable ? null : 'Han Garam', banknum: '••••3456', unreadable },
  })
  renderForOperator(
    <RequestDetail
      pickedId={request.id}
      opened={{ status: 'success', request, history: [], credits: [] }}
      isGone={false}
      isFailed={false}
      retry={() => undefined}
      listed={null}
      actions={{ claim: () => undefined, release: () => undefined, isBusy: false }}
      decide={() => undefined}
      onBack={() => undefined}
    />,
  )
}

const payButton = (): HTMLElement => screen.getByRole('button', { name: new RegExp(moneyRequest.pay) })

test('a withdrawal whose account cannot be read says that nothing may be transferred, and has no way to pay', () => {
  open(true)
  expect(screen.getByText(moneyRequest.unreadable)).toBeTruthy()
  expect(screen.getByText(moneyRequest.unreadableAccount)).toBeTruthy()
  expect(payButton()).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: new RegExp(`^${moneyRequest.reject}`) })).toHaveProperty('disabled', false)
})

test('an account that was exchanged since the page was loaded is refused with the same sentence', async () => {
  open(false)
  expect(payButton()).toHaveProperty('disabled', false)
  server.reply('show-account-number', { status: 'unreadable' })
  press(moneyRequest.showBank)
  await eventually(() => expect(server.sent('show-account-number')).toHaveLength(1))
  await expectText(moneyRequest.unreadableAccount)
})
