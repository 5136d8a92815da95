import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

/**
 * A `console.error` or `console.warn` during a test fails it: what is worth shouting about is worth a test of its own.
 * A test that expects one replaces the function by a spy, which is put back afterwards.
 */
const shouted: string[] = []
console.error = (...words: unknown[]) => void shouted.push(format(...words))
console.warn = (...words: unknown[]) => void shouted.push(format(...words))

beforeEach(() => {
  shouted.length = 0
})

afterEach(() => {
  if (shouted.length > 0) throw new Error(`Said on the console during the test:\n${shouted.join('\n')}`)
})
