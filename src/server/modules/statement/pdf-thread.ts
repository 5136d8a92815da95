import { parentPort } from 'node:worker_threads'
import { printStatement, type StatementSheet } from './pdf-layout.ts'

/** The PDF thread renders statements one after the other, so that the main thread can serve bets meanwhile. */
parentPort?.on('message', (sheet: StatementSheet) => {
  printStatement(sheet).then(
    (bytes) => parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer]),
    (error: unknown) => {
      // An uncaught error ends the thread, which rejects the waiting call.
      setImmediate(() => {
        throw error
      })
    },
  )
})
