import { memo, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { FavouriteHeart } from '#web/member/lobby/favourite-heart.tsx'
import type { LobbyGame } from '#web/member/lobby/lobby-games.ts'
import { TileGrid } from '#web/member/lobby/tiles.tsx'

/** Tiles rendered per step; the next are added before the end is visible. Ten rows of six, fifteen of four. */
const tilesPerStep = 60
const aheadPixels = 1200

type GrowingGridProps = {
  games: readonly LobbyGame[]
  favourites: ReadonlySet<string>
  onPress: (game: LobbyGame) => void
}

/** Tiles of a long list, rendered as far as the visitor has scrolled. Memoised. */
export const GrowingGrid = memo(function GrowingGrid({ games, favourites, onPress }: GrowingGridProps): ReactNode {
  const [shownCount, setShownCount] = useState(tilesPerStep)
  const end = useRef<HTMLDivElement>(null)
  const isWhole = games.length <= shownCount
  useEffect(() => {
    if (end.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setShownCount((now) => now + tilesPerStep)
      },
      { rootMargin: `${aheadPixels}px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
    // Observes again after each step: if the end is still visible, more tiles are added.
  }, [isWhole, shownCount])
  const heart = useCallback(
    (game: LobbyGame) => <FavouriteHeart game={game} on={favourites.has(game.code)} />,
    [favourites],
  )
  return (
    <>
      <TileGrid tiles={isWhole ? games : games.slice(0, shownCount)} onPress={onPress} beside={heart} />
      {!isWhole && <div ref={end} />}
    </>
  )
})
