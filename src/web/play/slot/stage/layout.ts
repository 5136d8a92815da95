/**
 * Where things stand on the stage, in CSS pixels: a pure function of the room given and the grid's shape, so that
 * painter, effects and tests agree and a later game of another grid needs no code here.
 */
export type Box = { x: number; y: number; width: number; height: number }

export type StageLayout = {
  portrait: boolean
  /** The gilt frame around the reels. */
  frame: Box
  /** The opening through which the reels are seen. */
  reels: Box
  cell: { width: number; height: number }
  gap: number
  columns: number
  rows: number
}

/** Width of the gilt frame and the room that the title takes above it. */
const framePixels = { wide: 18, narrow: 8 }
const tallestCell = { wide: 1, narrow: 1.26 }

/** Fits the reels into `room` (what the bars of the window leave over). */
export function layOut(
  room: { width: number; height: number },
  grid: { columns: number; rows: number },
  portrait = room.height > room.width,
): StageLayout {
  const border = portrait ? framePixels.narrow : framePixels.wide
  const gap = portrait ? 2 : 4
  const tall = portrait ? tallestCell.narrow : tallestCell.wide
  const margin = portrait ? 4 : 16
  const above = portrait ? Math.round(room.height * 0.2) : Math.round(Math.min(40, room.height * 0.06))
  const usableWidth = room.width - 2 * (margin + border) - gap * (grid.columns - 1)
  const usableHeight = room.height - above - 2 * (border + (portrait ? 4 : 6)) - gap * (grid.rows - 1)
  const cellWidth = Math.floor(
    Math.min(usableWidth / grid.columns, usableHeight / grid.rows / (portrait ? 0.92 : 0.94)),
  )
  const cellHeight = Math.floor(Math.min(cellWidth * tall, usableHeight / grid.rows))
  const width = cellWidth * grid.columns + gap * (grid.columns - 1)
  const height = cellHeight * grid.rows + gap * (grid.rows - 1)
  const x = Math.round((room.width - width) / 2)
  const spare = room.height - above - height - 2 * border
  const y = Math.round(above + border + spare * (portrait ? 0.6 : 0.5))
  return {
    portrait,
    reels: { x, y, width, height },
    frame: { x: x - border, y: y - border, width: width + 2 * border, height: height + 2 * border },
    cell: { width: cellWidth, height: cellHeight },
    gap,
    columns: grid.columns,
    rows: grid.rows,
  }
}

/** The box of one cell, relative to the reels' opening. */
export function cellBox(layout: StageLayout, column: number, row: number): Box {
  return {
    x: column * (layout.cell.width + layout.gap),
    y: row * (layout.cell.height + layout.gap),
    width: layout.cell.width,
    height: layout.cell.height,
  }
}
