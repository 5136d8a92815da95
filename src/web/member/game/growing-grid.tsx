import { memo, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { FavouriteHeart } from '../favourite-heart.tsx'
import type { LobbyGame } from '../lobby-games.ts'
import { TileGrid } from '../tiles.tsx'

/** So many tiles are made at once; the next come before their end is in sight. Ten rows of six, fifteen of four. */
const tilesAtOnce = 60
const aheadPixels = 1200

type GrowingGridProps = {
  games: readonly LobbyGame[]
  favourites: ReadonlySet<string>
  onPress: (game: LobbyGame) => void
}

/** The tiles of a list that may be long: as many as were scrolled to. Kept from rendering while nothing of it changes. */
export const GrowingGrid = memo(function GrowingGrid({ games, favourites, onPress }: GrowingGridProps): ReactNode {
  const [most, setMost] = useState(tilesAtOnce)
  const end = useRef<HTMLDivElement>(null)
  const isWhole = games.length <= most
  useEffect(() => {
    if (end.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setMost((now) => now + tilesAtOnce)
      },
      { rootMargin: `${aheadPixels}px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
    // Watched anew after each growth: an end that is still in sight grows again.
  }, [isWhole, most])
  const heart = useCallback(
    (game: LobbyGame) => <FavouriteHeart game={game} on={favourites.has(game.code)} />,
    [favourites],
  )
  return (
    <>
      <TileGrid tiles={isWhole ? games : games.slice(0, most)} onPress={onPress} beside={heart} />
      {!isWhole && <div ref={end} />}
    </>
  )
})
