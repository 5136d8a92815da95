import { registerHooks } from 'node:module'

/** Loaded into the program of the journeys with `--import`: its tables begin and take bets in seconds. Production has no such hook. */
const quick = new URL('./dealing.ts', import.meta.url).href
const users = ['/src/server/modules/table/dealer.ts', '/src/server/modules/table/play.ts']

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '#domain/games/table/dealing.ts' && users.some((user) => context.parentURL?.endsWith(user))
      ? { url: quick, shortCircuit: true }
      : next(specifier, context),
})
