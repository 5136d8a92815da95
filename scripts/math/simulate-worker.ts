import { parentPort, workerData } from 'node:worker_threads'
import { gameByCode } from '#domain/games/catalogue.ts'
import { simulate, type SimulationTask } from './simulate.ts'

const task = workerData as SimulationTask
const entry = gameByCode(task.gameCode)
if (!entry) throw new Error(`No game ${task.gameCode}.`)
parentPort?.postMessage(simulate(entry.game, task.rounds, task.seed))
