import { z } from 'zod'
import { memberRoute } from './route.ts'
import { nothing, text } from './wire.ts'

/** Opening a game. */

export const launchMemberRoutes = {
  'open-game': memberRoute({
    access: 'member',
    summary:
      'A single-use launch address, valid for 60 s. `closed`: the result of a round failed its check, which closed the game.',
    body: z.strictObject({
      code: text(60),
      company: text(60),
      timeStemp: z
        .union([z.int().min(0), z.string().regex(/^\d{1,16}$/)])
        .meta({ description: 'Epoch milliseconds, a hint; the spelling is the specification’s.' }),
    }),
    answers: {
      success: z.object({ gameUrl: z.string() }),
      time: nothing,
      used: nothing,
      blocked: nothing,
      excluded: nothing,
      limit: nothing,
      closed: nothing,
      fail: nothing,
    },
    throttle: 'write',
  }),
}
