import { acknowledge, closeWindow, getRound, getRounds, getSession } from './rounds.ts'
import { getSeeds, setClientSeed } from './seed.ts'
import { spin } from './spin.ts'
import type { PlayHandlers } from '#server/auth/context.ts'

/** The calls of a slot's window. */
export const slotPlayHandlers = {
  'get-session': getSession,
  spin,
  ack: acknowledge,
  'close-window': closeWindow,
  'get-rounds': getRounds,
  'get-round': getRound,
  'get-seeds': getSeeds,
  'set-client-seed': setClientSeed,
} satisfies Partial<PlayHandlers>
