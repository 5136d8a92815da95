import { useEffect, useRef, type ReactNode } from 'react'
import type { Game } from '#domain/games/game.ts'
import type { LoadedMachine } from '#web/play/slot/load-art.ts'
import { createSymbolFilms, filmMargin } from '#web/play/slot/stage/symbol-films.ts'
import { films, type SymbolAct } from '#web/play/slot/stage/symbol-motion.ts'
import { themeOf } from '#web/play/slot/theme.ts'

/** Frames of every symbol's films side by side, to be looked at: `?bare=1&films=1&machine=…`. */

const columns = { land: 4, idle: 4, win: 9 } as const satisfies Record<SymbolAct, number>
const edge = 128

export function FilmSheet({ game, machine }: { game: Game; machine: LoadedMachine }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { current } = canvas
    if (!current) return
    void draw(current, game, machine).then(() => {
      document.documentElement.dataset['ready'] = 'true'
    })
  }, [game, machine])
  return <canvas ref={canvas} style={{ background: '#1b1522', width: '100%' }} />
}

async function draw(canvas: HTMLCanvasElement, game: Game, machine: LoadedMachine): Promise<void> {
  const layers = await machine.loadLayers()
  if (!layers) return
  const { tempers } = themeOf(game.code)
  const ids = game.symbols.map(({ id }) => id)
  const own = createSymbolFilms(layers, ids, edge, (id) => tempers[id])
  const side = edge * (1 + 2 * filmMargin)
  canvas.width = side * Object.values(columns).reduce((sum, count) => sum + count, 0)
  canvas.height = side * ids.length
  const context = canvas.getContext('2d')
  for (const row of ids.keys()) {
    let column = 0
    for (const act of ['land', 'idle', 'win'] as const) {
      for (let frame = 0; frame < columns[act]; frame += 1) {
        const picture = own.frame(row, act, ((frame + 0.5) / columns[act]) * films[act].ms)
        if (picture) context?.drawImage(picture, column * side, row * side, side, side)
        column += 1
      }
    }
  }
}
