import { registerHooks } from 'node:module'

/**
 * Given to a server under fault with `--import`: in the place of the module that names moments and does nothing comes one
 * that ends the process at the moment it was ordered to. Production has neither this file's argument nor a switch to set.
 */
const armed = new URL('./armed-crash-point.ts', import.meta.url).href

registerHooks({
  load: (url, context, next) =>
    url.endsWith('/src/server/crash-point.ts')
      ? { format: 'module', shortCircuit: true, source: `export { crashPoint } from ${JSON.stringify(armed)}` }
      : next(url, context),
})
