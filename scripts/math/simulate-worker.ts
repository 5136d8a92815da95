import { parentPort, workerData } from 'node:worker_threads'
import { simulate, type SimulationTask } from './simulate.ts'

const { game, rounds, seed } = workerData as SimulationTask
parentPort?.postMessage(simulate(game, rounds, seed))
