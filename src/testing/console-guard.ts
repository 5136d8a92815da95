import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

/**
 * A `console.error` or `console.warn` during a test fails it: what is worth shouting about is worth a test of its own.
 * A test that expects one replaces the function by a spy, which is put back afterwards.
 */
const shouted: string[] = []
const note = (...words: unknown[]): void => void shouted.push(format(...words))
Object.assign(console, { error: note, warn: note })

beforeEach(() => {
  shouted.length = 0
})

afterEach(() => {
  if (shouted.length > 0) throw new Error(`Said on the console during the test:\n${shouted.join('\n')}`)
})
