import type { Layer } from '../../artwork.ts'
import { borrowed } from '../../borrowed.ts'
import { lanternPiece } from '../../heroes.ts'
import type { MachineArt } from '../../machine.ts'
import { coinPiece, enamelled, fanPiece, framed, jewel, letter, queen, tigerHead, wildPlate } from '../../symbols.ts'

const lantern = lanternPiece()

function hung(x: number, y: number, edge: number, opacity = 1): Layer {
  return {
    kind: 'piece',
    piece: lantern,
    x,
    y,
    edge,
    opacity,
    glow: { tint: 'ff7a2e', radius: edge * 0.13, opacity: 0.42 },
  }
}

/** Golden Tiger: a palace below the moon, lanterns at its sides. */
export const art: MachineArt = {
  symbols: {
    tiger: framed('ink', '#a8641a', [tigerHead({ y: 222, scale: 0.74 }), ...wildPlate]),
    coin: coinPiece,
    dragon: framed('wine', '#d0244c', [jewel(borrowed('spiked-dragon-head'), 'ruby', { x: 252, scale: 0.72 })]),
    turtle: framed('pine', '#1fa271', [jewel(borrowed('turtle'), 'jade', { scale: 0.74 })]),
    eagle: framed('night', '#2f63d8', [jewel(borrowed('eagle-head'), 'sapphire', { scale: 0.72 })]),
    fan: framed('plum', '#7a3fd0', fanPiece),
    ace: letter('A', 'ruby', { size: 500, y: 424 }),
    king: letter('K', 'sapphire', { size: 480, y: 424, x: 262 }),
    queen: [enamelled(queen, 'amethyst')],
    jack: letter('J', 'jade', { size: 460, y: 394, x: 262 }),
    ten: letter('10', 'ivory', { size: 430, y: 408 }),
  },
  tile: { hue: 'cinnabar', hero: [tigerHead()] },
  scene: {
    hue: 'sunset',
    wide: {
      backdrop: {
        centre: [700, 250],
        moon: 236,
        horizon: 0.56,
        peaks: 210,
        ridges: 5,
        mist: 6,
        stars: 90,
        rays: 24,
        gate: { x: 250, y: 676, width: 330, before: 4 },
        fade: 0.22,
      },
      layers: [hung(96, 158, 320), hung(238, 84, 180, 0.92), hung(1304, 158, 320), hung(1162, 84, 180, 0.92)],
    },
    portrait: {
      backdrop: {
        centre: [450, 420],
        moon: 300,
        horizon: 0.62,
        peaks: 260,
        ridges: 5,
        mist: 6,
        stars: 90,
        gate: { x: 620, y: 1376, width: 430, before: 4 },
        fade: 0.2,
      },
      layers: [hung(120, 164, 330), hung(780, 164, 330)],
    },
  },
  logo: { title: 'GOLDEN TIGER', size: 58, head: tigerHead() },
}
