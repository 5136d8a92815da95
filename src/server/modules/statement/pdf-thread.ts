import { parentPort } from 'node:worker_threads'
import { printStatement, type StatementSheet } from './pdf-layout.ts'

/** A thread of its own that prints statements, one after the other: the listener goes on serving bets meanwhile. */
parentPort?.on('message', (sheet: StatementSheet) => {
  printStatement(sheet).then(
    (bytes) => parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer]),
    (error: unknown) => {
      // Heard by whoever waits: an error nobody catches ends the thread and is told there.
      setImmediate(() => {
        throw error
      })
    },
  )
})
