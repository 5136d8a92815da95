import { parentPort, workerData } from 'node:worker_threads'
import { playBlocks, type BlocksTask } from './measure.ts'

parentPort?.postMessage(playBlocks(workerData as BlocksTask))
