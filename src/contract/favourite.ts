import { z } from 'zod'
import { memberRoute } from './route.ts'
import { emptyBody, moment, nothing, text } from './wire.ts'

/** The games a member marked, and those they opened last. */

/** A game of the lobby, by the two codes that open it. */
const listedGame = z.object({ code: z.string(), gameCompany: z.string() })

const playedGame = z.object({
  ...listedGame.shape,
  kind: z.enum(['slot', 'casino', 'sport']),
  playedAt: moment,
})

export const favouriteMemberRoutes = {
  'get-favourites': memberRoute({
    access: 'restricted',
    summary: 'The games of this lobby the member marked, the last marked first; empty for members who may not play.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ games: z.array(listedGame) }) },
  }),
  'set-favourite': memberRoute({
    access: 'member',
    summary: 'Mark or unmark a game; repeating changes nothing. `none`: no such game; `full`: the list is full.',
    body: z.strictObject({ code: text(60), on: z.boolean() }),
    answers: { success: nothing, none: nothing, full: nothing },
  }),
  'get-recent-games': memberRoute({
    access: 'restricted',
    summary: 'The games the member opened last, each once, at most twelve; empty for members who may not play.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ games: z.array(playedGame) }) },
  }),
}
