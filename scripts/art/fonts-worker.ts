/** The thread that cuts the type while others draw. */

import { parentPort, workerData } from 'node:worker_threads'

import { buildFonts } from './fonts.ts'

parentPort?.postMessage(await buildFonts(String(workerData)))
