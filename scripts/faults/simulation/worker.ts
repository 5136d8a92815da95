import { parentPort, workerData } from 'node:worker_threads'
import type { DatabasePair } from '../program.ts'
import { simulate } from './run.ts'
import type { SimOptions, SimResult } from './state.ts'

/** A thread that runs one simulation, so that simulations share no state that the app keeps per process. */
export type SimTask = { urls: DatabasePair; options: Omit<SimOptions, 'log'> }
export type SimMessage = { log: string } | { result: SimResult }

const send = (message: SimMessage): void => parentPort?.postMessage(message)
const { urls, options } = workerData as SimTask
send({ result: await simulate(urls, { ...options, log: (log) => send({ log }) }) })
