import { appendFileSync } from 'node:fs'

/** Loaded into a server under measurement with `--import` and `--expose-gc`: SIGUSR2 collects garbage and adds a line with the memory to a file. */
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  globalThis.gc?.()
  appendFileSync(process.env['BENCH_MEMORY_FILE'] ?? '', `${JSON.stringify(process.memoryUsage())}\n`)
})
