import { call } from '#web/shared/api.ts'

/** The record of a recorded example of a slot or a game with decisions, by its place from 1, or that of all examples of a table; null where there is none. Throws `ApiError`. */
export async function readWatchedExample(game: string, place: number): Promise<string | null> {
  const answer = await call('get-watched-game', { game })
  if (answer.status !== 'success') return null
  if (answer.watch.kind === 'table') return answer.watch.record
  return answer.watch.examples[place - 1]?.record ?? null
}
