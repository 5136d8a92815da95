import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

/**
 * A `console.error` or `console.warn` during a test fails it. A test that expects one replaces the function by a spy,
 * which is restored afterwards.
 */
const printed: string[] = []
const record = (...args: unknown[]): void => void printed.push(format(...args))
Object.assign(console, { error: record, warn: record })

beforeEach(() => {
  printed.length = 0
})

afterEach(() => {
  if (printed.length > 0) throw new Error(`Printed on the console during the test:\n${printed.join('\n')}`)
})
