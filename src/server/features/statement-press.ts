import { parentPort, workerData } from 'node:worker_threads'
import { printStatement, type StatementSheet } from './statement-paper.ts'

/** A thread of its own that prints one statement and ends: the listener goes on serving bets meanwhile. */
const bytes = await printStatement(workerData as StatementSheet)
parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer])
