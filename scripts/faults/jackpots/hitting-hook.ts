import { registerHooks } from 'node:module'

/** Loaded into a server under test with `--import`: its rounds are played by the engine that hits jackpots. Production has no such hook. */
const engine = new URL('./hitting-engine.ts', import.meta.url).href
const players = ['/src/server/platform.ts', '/src/server/ledger/redraw.ts']

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '#domain/games/slot/play.ts' && players.some((path) => context.parentURL?.endsWith(path) === true)
      ? { url: engine, shortCircuit: true }
      : next(specifier, context),
})
