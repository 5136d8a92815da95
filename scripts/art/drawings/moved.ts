import type { Part, Piece, Place } from '../piece.ts'

/** The piece as a whole at another place of the board: its middle at (x, y), scaled; a turn applies to unmoved parts. */
export function moved(piece: Piece, place: Place): Piece {
  const { x = 256, y = 256, scale = 1, turn = 0 } = place
  return piece.map((part): Part => {
    if (part.kind === 'painted') {
      const transform = `translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-256 -256)`
      return { kind: 'painted', svg: `<g transform="${transform}">${part.svg}</g>` }
    }
    const own = part.place ?? {}
    const angle = (turn * Math.PI) / 180
    const [dx, dy] = [((own.x ?? 256) - 256) * scale, ((own.y ?? 256) - 256) * scale]
    return {
      ...part,
      place: {
        x: x + dx * Math.cos(angle) - dy * Math.sin(angle),
        y: y + dx * Math.sin(angle) + dy * Math.cos(angle),
        scale: (own.scale ?? 1) * scale,
        turn: (own.turn ?? 0) + turn,
      },
    }
  })
}
