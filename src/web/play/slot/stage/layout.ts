/**
 * Layout of the stage in CSS pixels: a pure function of the available space and the grid, so that painters, effects and
 * tests agree and games with other grids need no code here.
 */
export type Box = { x: number; y: number; width: number; height: number }

export type StageLayout = {
  portrait: boolean
  /** The gilt frame around the reels. */
  frame: Box
  /** The opening that shows the reels. */
  reels: Box
  cell: { width: number; height: number }
  gap: number
  columns: number
  rows: number
}

/** Width of the frame, in a wide window, one that is wide and low, and a narrow one; and the tallest cell relative to its width. */
const framePixels = { wide: 16, low: 9, narrow: 8 }
/** A space that is lower than this belongs to a phone on its side, where the reels have the whole height of the window. */
const lowSpace = 480
const tallestCell = { wide: 1, narrow: 1.26 }
/** The widest cell relative to its height: reels that leave more than a third of the space to its sides have wider cells. */
const widestCell = { usual: 1 / 0.94, spread: 1.14, narrow: 1 / 0.92 }
const spreadUntil = 0.66
/** Many small cells stand closer. */
const manyRows = 6

/** Fits the reels into `space` (the window without its bars). */
export function layOut(
  space: { width: number; height: number },
  grid: { columns: number; rows: number },
  portrait = space.height > space.width,
): StageLayout {
  const low = !portrait && space.height < lowSpace
  const border = portrait ? framePixels.narrow : low ? framePixels.low : framePixels.wide
  const gap = portrait || grid.rows >= manyRows ? 2 : 4
  const tall = portrait ? tallestCell.narrow : tallestCell.wide
  // Room at the sides for the ornaments of the frame (`ornamentReach`).
  const margin = portrait ? 9 : low ? 11 : 20
  const above = portrait ? Math.round(space.height * 0.2) : Math.round(low ? 16 : Math.min(24, space.height * 0.06))
  const usableWidth = space.width - 2 * (margin + border) - gap * (grid.columns - 1)
  const usableHeight = space.height - above - 2 * (border + (portrait ? 4 : low ? 7 : 5)) - gap * (grid.rows - 1)
  const tallest = usableHeight / grid.rows
  const spread = Math.min(widestCell.spread * tallest, (spreadUntil * space.width) / grid.columns)
  const widest = portrait ? widestCell.narrow * tallest : Math.max(widestCell.usual * tallest, spread)
  const cellWidth = Math.floor(Math.min(usableWidth / grid.columns, widest))
  const cellHeight = Math.floor(Math.min(cellWidth * tall, usableHeight / grid.rows))
  const width = cellWidth * grid.columns + gap * (grid.columns - 1)
  const height = cellHeight * grid.rows + gap * (grid.rows - 1)
  const x = Math.round((space.width - width) / 2)
  const spare = space.height - above - height - 2 * border
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

/**
 * The place of a win's amount by one of its cells: on a corner between four cells, where pictures end, and never on the
 * edge of the opening. Symbols have their face in the middle and their word at the lower edge.
 */
export function amountPlace(layout: StageLayout, position: number, size: { width: number; height: number }): Box {
  const column = Math.floor(position / layout.rows)
  const row = position % layout.rows
  const cell = cellBox(layout, column, row)
  const x = column < layout.columns - 1 ? cell.x + cell.width + layout.gap / 2 : cell.x - layout.gap / 2
  const y = row < layout.rows - 1 ? cell.y + cell.height + layout.gap / 2 : cell.y - layout.gap / 2
  const within = (start: number, length: number, room: number) => Math.max(0, Math.min(start, room - length))
  return {
    ...size,
    x: within(x - size.width / 2, size.width, layout.reels.width),
    y: within(y - size.height / 2, size.height, layout.reels.height),
  }
}

/** Margin of the overlay around the opening for numbers of lines and enlarged symbols, in CSS pixels. */
export const overlayMargin = 26

/**
 * The places of the numbers of lines by the first cell of each (null: it has no number): at the left edge of the cell, those
 * of one cell below each other, and in further columns where they would leave it.
 */
export function numberPlaces(layout: StageLayout, firsts: readonly (number | null)[]): (Box | null)[] {
  const size = layout.portrait ? 20 : 26
  const pitch = size + 3
  const perColumn = Math.max(1, Math.floor(layout.cell.height / pitch))
  // Never beyond the edge of a narrow window.
  const left = Math.max(-overlayMargin, -layout.reels.x) + 1
  return firsts.map((first, index) => {
    if (first === null) return null
    const place = firsts.slice(0, index).filter((other) => other === first).length
    const column = Math.floor(place / perColumn)
    const count = firsts.filter((other) => other === first).length
    const inColumn = Math.min(perColumn, count - column * perColumn)
    const cell = cellBox(layout, Math.floor(first / layout.rows), first % layout.rows)
    const top = cell.y + cell.height / 2 - (inColumn * pitch - 3) / 2
    return { x: left + column * pitch, y: top + (place % perColumn) * pitch, width: size, height: size }
  })
}
