import { registerHooks } from 'node:module'

/**
 * Loaded into a server under test with `--import`: replaces the module of crash points, which does nothing, by one that
 * ends the process at the ordered moment. Production has no such hook.
 */
const armed = new URL('./armed-crash-point.ts', import.meta.url).href

registerHooks({
  load: (url, context, next) =>
    url.endsWith('/src/server/crash-point.ts')
      ? { format: 'module', shortCircuit: true, source: `export { crashPoint } from ${JSON.stringify(armed)}` }
      : next(url, context),
})
