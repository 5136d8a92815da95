import type { Game } from '#domain/games/game.ts'

/** The data of each machine are a chunk of their own, because a window plays one of them. */
const machines = import.meta.glob<Readonly<Record<string, Game>>>('#domain/games/slot/machines/*/game.ts')

/** The data of the machine of this code; null when there is none. Rejects when they cannot be loaded. */
export async function loadGame(code: string): Promise<Game | null> {
  const load = Object.entries(machines).find(([path]) => path.endsWith(`/${code}/game.ts`))?.[1]
  if (load === undefined) return null
  return Object.values(await load()).find((game) => game.code === code) ?? null
}
