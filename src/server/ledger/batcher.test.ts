import { createBatcher, QueueFullError } from '#server/ledger/batcher.ts'
import { describe, expect, test } from 'vitest'

/** A `run` that ends when the test resolves it, and records its batches. */
function slowRun() {
  const batches: number[][] = []
  const release: (() => void)[] = []
  return {
    batches,
    end: () => release.shift()?.(),
    run: async (items: number[]): Promise<(number | Error)[]> => {
      batches.push(items)
      await new Promise<void>((resolve) => release.push(resolve))
      return items.map((item) => (item < 0 ? new Error(`no ${item}`) : item * 10))
    },
  }
}

describe('the batcher', () => {
  test('sends a single item at once, and those that arrive meanwhile together, in order', async () => {
    const slow = slowRun()
    const batcher = createBatcher({ lanes: 1, mostTogether: 8, mostWaiting: 10, run: slow.run })
    const answers = [1, 2, 3].map((item) => batcher.add(7n, item))
    expect(slow.batches).toEqual([[1]])
    slow.end()
    await expect(answers[0]).resolves.toBe(10)
    expect(slow.batches).toEqual([[1], [2, 3]])
    slow.end()
    await expect(Promise.all(answers)).resolves.toEqual([10, 20, 30])
    await batcher.drained()
    expect(batcher.pending()).toBe(0)
  })

  test('keeps a member in one lane, and members of other lanes do not wait for it', () => {
    const slow = slowRun()
    const batcher = createBatcher({ lanes: 2, mostTogether: 8, mostWaiting: 10, run: slow.run })
    for (const [member, item] of [
      [2n, 1],
      [3n, 2],
      [2n, 3],
      [4n, 4],
    ] as const)
      void batcher.add(member, item)
    expect(slow.batches).toEqual([[1], [2]])
  })

  test('fails one item alone when its result is an error', async () => {
    const slow = slowRun()
    const batcher = createBatcher({ lanes: 1, mostTogether: 8, mostWaiting: 10, run: slow.run })
    const first = batcher.add(1n, 1)
    const settled = Promise.allSettled([batcher.add(1n, -5), batcher.add(1n, 6)])
    slow.end()
    await first
    slow.end()
    const [bad, good] = await settled
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'no -5' } })
    expect(good).toEqual({ status: 'fulfilled', value: 60 })
  })

  test('rejects items beyond its bound with a 503, and never sends more than a batch holds', async () => {
    const slow = slowRun()
    const batcher = createBatcher({ lanes: 1, mostTogether: 2, mostWaiting: 3, run: slow.run })
    const taken = [1, 2, 3, 4].map((item) => batcher.add(1n, item))
    const refused = batcher.add(1n, 5)
    await expect(refused).rejects.toBeInstanceOf(QueueFullError)
    await expect(refused).rejects.toMatchObject({ statusCode: 503 })
    slow.end()
    await taken[0]
    slow.end()
    await taken[1]
    slow.end()
    await Promise.all(taken)
    expect(slow.batches).toEqual([[1], [2, 3], [4]])
  })
})
