import type { ReactNode } from 'react'
import type { Game } from '#domain/games/game.ts'
import { EndedPair } from './ended-pair.tsx'
import { ForeignPair } from './foreign-pair.tsx'
import type { SeedKeeper } from './seed-keeper.ts'

/** What the member decides before a round is played: about a pair begun elsewhere, or one that ended; `game` as for `EndedPair`. */
export function PairQuestion({ seeds, game }: { seeds: SeedKeeper; game: Game | null }): ReactNode {
  return (
    <>
      <ForeignPair seeds={seeds} />
      <EndedPair seeds={seeds} game={game} />
    </>
  )
}
