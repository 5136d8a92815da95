import { expect, test, vi } from 'vitest'
import { followOtherWindows } from './other-windows.ts'

/** A browser whose windows share one channel; a channel does not hear itself. */
function browser() {
  const listeners = new Map<string, (event: { data: unknown }) => void>()
  return function open(window: string, playSession: string, isEndedByServer = () => false) {
    const seen: string[] = []
    let shown = () => {}
    followOtherWindows({
      window,
      playSession,
      channel: {
        postMessage(data: unknown) {
          for (const [name, listener] of listeners) if (name !== window) listener({ data })
        },
        addEventListener(_kind: string, listener: unknown) {
          listeners.set(window, listener as (event: { data: unknown }) => void)
        },
      } as never,
      onReturn: (check) => (shown = check),
      async askWhetherEnded() {
        seen.push('asked')
        return isEndedByServer()
      },
      end: () => seen.push('ended'),
      onOtherEnded: () => seen.push('other ended'),
    })
    return { seen, show: () => shown() }
  }
}

test('a window learns at once that another one has ended it, and the other one that it has', async () => {
  const open = browser()
  const first = open('first', 's1', () => true)
  const second = open('second', 's2')
  await vi.waitFor(() => expect(second.seen).toEqual(['other ended']))
  expect(first.seen).toEqual(['asked'])
})

test('a window that the server has not ended plays on beside another', async () => {
  const open = browser()
  const first = open('first', 's1')
  const second = open('second', 's2')
  await Promise.resolve()
  expect([first.seen, second.seen]).toEqual([['asked'], []])
})

test('of two tabs with one play session the later one plays', async () => {
  const open = browser()
  const first = open('first', 's1')
  const copy = open('copy', 's1')
  expect([first.seen, copy.seen]).toEqual([['ended'], ['other ended']])
})

test('a window asks whenever the member returns to it, because the other one may be on another machine', () => {
  const first = browser()('first', 's1')
  first.show()
  first.show()
  expect(first.seen).toEqual(['asked', 'asked'])
})
