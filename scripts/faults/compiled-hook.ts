import { flushCompileCache } from 'node:module'

/**
 * Loaded into a server under test with `--import`: writes what Node has compiled soon after the start, because a killed process writes nothing. The
 * next start then takes two thirds of the processor's time.
 */
setTimeout(flushCompileCache, 1_000).unref()
