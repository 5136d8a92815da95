import { expect, test } from 'vitest'
import { createMemberQueue } from './member-queue.ts'

/** A task that ends when `finish` is called. */
function createTask(): { run: () => Promise<string>; hasBegun: () => boolean; finish: (result: string) => void } {
  const { promise, resolve } = Promise.withResolvers<string>()
  let begun = false
  return {
    run: () => {
      begun = true
      return promise
    },
    hasBegun: () => begun,
    finish: resolve,
  }
}

test('runs the tasks of one member in order, one at a time, and those of other members concurrently', async () => {
  const queue = createMemberQueue(4)
  const [first, second, other] = [createTask(), createTask(), createTask()]
  const results = [queue.run(1n, first.run), queue.run(1n, second.run), queue.run(2n, other.run)]
  await Promise.resolve()
  expect([first, second, other].map((task) => task.hasBegun())).toEqual([true, false, true])
  other.finish('other')
  expect(await results[2]).toBe('other')
  expect(second.hasBegun()).toBe(false)
  first.finish('first')
  expect(await results[0]).toBe('first')
  second.finish('second')
  expect(await results[1]).toBe('second')
})

test('refuses a task beyond the bound per member, and accepts one again when another has ended', async () => {
  const queue = createMemberQueue(2)
  const tasks = [createTask(), createTask()]
  const results = tasks.map((task) => queue.run(1n, task.run))
  const refused = createTask()
  expect(queue.run(1n, refused.run)).toBeNull()
  expect(await queue.run(2n, async () => 'another member')).toBe('another member')
  for (const task of tasks) task.finish('done')
  expect(await Promise.all(results)).toEqual(['done', 'done'])
  expect(await queue.run(1n, async () => 'later')).toBe('later')
  expect(refused.hasBegun()).toBe(false)
})

test('continues after a task that failed', async () => {
  const queue = createMemberQueue(2)
  const failed = queue.run(1n, () => Promise.reject(new Error('broken')))
  const next = queue.run(1n, async () => 'next')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('next')
})
