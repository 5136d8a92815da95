import { parentPort, workerData } from 'node:worker_threads'
import type { DatabasePair } from '../program.ts'
import { simulate, type SimOptions, type SimResult } from './run.ts'

/** A thread that runs one simulation: what a house keeps for its process is then that simulation's alone. */
export type SimTask = { urls: DatabasePair; options: Omit<SimOptions, 'log'> }
export type SimWord = { log: string } | { result: SimResult }

const tell = (word: SimWord): void => parentPort?.postMessage(word)
const { urls, options } = workerData as SimTask
tell({ result: await simulate(urls, { ...options, log: (log) => tell({ log }) }) })
