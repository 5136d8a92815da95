import type { OfficeRequest } from '#contract/money-request.ts'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeOfficeRequest, someProposal } from '#test/forms.tsx'
import { useQueueKeys } from './use-queue-keys.ts'

afterEach(() => cleanup())

const rows = ['1', '2', '3'].map((id) => makeOfficeRequest({ id }))

type Options = { pickedId?: string | null; request?: OfficeRequest | null; mayAct?: boolean; rows?: OfficeRequest[] }

function openQueue(options: Options = {}) {
  const acts = {
    pick: vi.fn<(id: string) => void>(),
    claim: vi.fn<(request: OfficeRequest) => void>(),
    decide: vi.fn<(kind: string, request: OfficeRequest) => void>(),
    showHelp: vi.fn<() => void>(),
  }
  const Queue = (wanted: Options): null => {
    useQueueKeys({ rows, pickedId: null, request: null, mayAct: true, ...wanted, ...acts })
    return null
  }
  const { rerender } = render(<Queue {...options} />)
  return { ...acts, show: (wanted: Options) => rerender(<Queue {...wanted} />) }
}

/** A physical key: `key` differs with the layout, here a Korean one. */
function stroke(code: string, more: Partial<KeyboardEventInit> = {}, target: Element = document.body): boolean {
  return fireEvent.keyDown(target, { code, key: 'ㅁ', ...more })
}

test('j and k move through the list and stop at its ends', () => {
  const queue = openQueue()
  stroke('KeyJ')
  expect(queue.pick).toHaveBeenLastCalledWith('1')
  queue.show({ pickedId: '1' })
  stroke('KeyJ')
  expect(queue.pick).toHaveBeenLastCalledWith('2')
  queue.show({ pickedId: '3' })
  stroke('KeyJ')
  expect(queue.pick).toHaveBeenLastCalledWith('3')
  queue.show({ pickedId: '1' })
  stroke('KeyK')
  expect(queue.pick).toHaveBeenLastCalledWith('1')
})

test('j continues at the position of a selected request that has left the list', () => {
  const queue = openQueue({ pickedId: '1' })
  stroke('KeyJ')
  queue.show({ pickedId: '2', rows: rows.filter(({ id }) => id !== '2') })
  stroke('KeyJ')
  expect(queue.pick).toHaveBeenLastCalledWith('3')
})

test('a key right after j acts once the newly selected request is loaded, and never on the one before', () => {
  const [one, two, three] = ['1', '2', '3'].map((id) =>
    makeOfficeRequest({ id, mine: false, state: 'filed', claimedBy: null }),
  )
  if (one === undefined || two === undefined || three === undefined) throw new Error('three requests')
  const queue = openQueue({ pickedId: '1', request: one })
  stroke('KeyJ')
  stroke('KeyC')
  queue.show({ pickedId: '2', request: null })
  expect(queue.claim).not.toHaveBeenCalled()
  queue.show({ pickedId: '2', request: two })
  expect(queue.claim).toHaveBeenCalledExactlyOnceWith(two)
  queue.show({ pickedId: '2', request: { ...two } })
  expect(queue.claim).toHaveBeenCalledOnce()
  // From the first row to the third before either was rendered; n, pressed while the third loads.
  queue.show({ pickedId: '1', request: one })
  stroke('KeyJ')
  stroke('KeyJ')
  expect(queue.pick).toHaveBeenLastCalledWith('3')
  queue.show({ pickedId: '3', request: null })
  stroke('KeyN')
  queue.show({ pickedId: '3', request: three })
  expect(queue.decide).toHaveBeenCalledExactlyOnceWith('note', three)
  expect(queue.claim).toHaveBeenCalledOnce()
})

test('a key that waits is dropped by the next key, by another selection, while something is typed and after 5 s', () => {
  const two = makeOfficeRequest({ id: '2', mine: false, state: 'filed', claimedBy: null })
  const queue = openQueue({ pickedId: '2' })
  const wait = (meanwhile: () => void): void => {
    queue.show({ pickedId: '2', request: null })
    stroke('KeyC')
    meanwhile()
    queue.show({ pickedId: '2', request: two })
  }
  wait(() => stroke('KeyX'))
  wait(() => queue.show({ pickedId: '1', request: null }))
  const field = document.body.appendChild(document.createElement('input'))
  wait(() => field.focus())
  field.remove()
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
  wait(() => clock.mockReturnValue(now + 5_001))
  clock.mockRestore()
  expect(queue.claim).not.toHaveBeenCalled()
  wait(() => undefined)
  expect(queue.claim).toHaveBeenCalledExactlyOnceWith(two)
})

test('c claims only an open request without a claim', () => {
  const open = makeOfficeRequest({ mine: false, state: 'filed', claimedBy: null })
  const queue = openQueue({ request: open })
  stroke('KeyC')
  expect(queue.claim).toHaveBeenCalledExactlyOnceWith(open)
  for (const request of [
    makeOfficeRequest({ mine: true }),
    makeOfficeRequest({ mine: false, proposal: { ...someProposal, mine: true } }),
    makeOfficeRequest({ mine: false, decidedBy: 'other-1' }),
    null,
  ]) {
    queue.show({ request })
    stroke('KeyC')
  }
  queue.show({ request: open, mayAct: false })
  stroke('KeyC')
  expect(queue.claim).toHaveBeenCalledOnce()
})

test.each([
  ['a deposit', makeOfficeRequest(), 'approve'],
  ['a withdrawal', makeOfficeRequest({ type: 'withdraw' }), 'pay'],
  ['a large withdrawal', makeOfficeRequest({ type: 'withdraw', needsSecond: true }), 'approveFirst'],
] as const)('a opens the approval of %s', (_name, request, kind) => {
  const queue = openQueue({ request })
  expect(stroke('KeyA')).toBe(false)
  expect(queue.decide).toHaveBeenCalledExactlyOnceWith(kind, request)
})

test('a and r decide only requests that this operator has claimed', () => {
  const queue = openQueue()
  for (const request of [
    makeOfficeRequest({ mine: false }),
    makeOfficeRequest({ state: 'filed' }),
    makeOfficeRequest({ state: 'paid' }),
    null,
  ]) {
    queue.show({ request })
    for (const code of ['KeyA', 'KeyR']) expect(stroke(code)).toBe(true)
  }
  queue.show({ request: makeOfficeRequest(), mayAct: false })
  for (const code of ['KeyA', 'KeyR']) stroke(code)
  expect(queue.decide).not.toHaveBeenCalled()
  queue.show({ request: makeOfficeRequest() })
  stroke('KeyR')
  expect(queue.decide).toHaveBeenCalledExactlyOnceWith('reject', makeOfficeRequest())
})

test('n opens a note to the member of any request, ? shows the keys', () => {
  const request = makeOfficeRequest({ mine: false, state: 'paid' })
  const queue = openQueue({ request })
  stroke('KeyN')
  expect(queue.decide).toHaveBeenCalledExactlyOnceWith('note', request)
  stroke('Slash', { key: '?', shiftKey: true })
  expect(queue.showHelp).toHaveBeenCalledOnce()
})

test('keys do nothing with a modifier or while something is typed', () => {
  const queue = openQueue({ request: makeOfficeRequest() })
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey']) stroke('KeyA', { [modifier]: true })
  for (const tag of ['input', 'textarea']) {
    const field = document.body.appendChild(document.createElement(tag))
    stroke('KeyA', {}, field)
    field.remove()
  }
  expect(queue.decide).not.toHaveBeenCalled()
})
