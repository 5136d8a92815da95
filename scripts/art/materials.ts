/**
 * Materials. A ramp gives the colour of a material for an amount of light, from dark to bright; a metal mirrors the
 * studio's lights, an enamel is translucent under a clear coat.
 */

import { colour } from './picture.ts'
import type { Colour } from './picture.ts'

export type Ramp = readonly (readonly [light: number, tint: Colour])[]
export type Metal = { readonly kind: 'metal'; readonly ramp: Ramp }
export type Enamel = { readonly kind: 'enamel'; readonly ramp: Ramp; readonly coat: number }
export type Material = Metal | Enamel

const lightOf = {
  metal: [0, 0.2, 0.42, 0.62, 0.8, 0.96, 1.2],
  enamel: [0, 0.25, 0.5, 0.72, 0.9, 1.1],
} as const

function ramp(lights: readonly number[], hexes: string): Ramp {
  return hexes.split(' ').map((hex, i) => [lights[i] ?? 1, colour(hex)] as const)
}

function metal(hexes: string): Metal {
  return { kind: 'metal', ramp: ramp(lightOf.metal, hexes) }
}

function enamel(hexes: string, coat = 0.5): Enamel {
  return { kind: 'enamel', ramp: ramp(lightOf.enamel, hexes), coat }
}

export const materials = {
  gold: metal('200d02 5e3307 ab6b12 e2ab40 f8da86 fff2c6 ffffff'),
  oldGold: metal('170b03 43260a 7d5216 b58839 d8b56a f2dca4 fffdf0'),
  silver: metal('0b0e16 2b3344 5f6a80 98a3b8 c9d1de eef2f8 ffffff'),
  ruby: enamel('22030b 5e0719 a80f2e dd2b4c ff6f83 ffd3d8'),
  jade: enamel('01180f 04492f 0b7d54 22b97d 78e8b4 dcfff0'),
  sapphire: enamel('040d2e 0b2568 1a47b8 3f7bf0 8db4ff dfeaff'),
  amethyst: enamel('14052e 371272 6423b8 9350ec c79aff f1e4ff'),
  teal: enamel('02181c 06434a 0c7a80 27b3b2 82e4dd e0fffb'),
  azure: enamel('021026 06336b 0c66b4 2b9fec 86d3ff e4f6ff'),
  rose: enamel('2a0416 730f3e c42a6e f0669d ffabc9 ffeaf2'),
  blush: enamel('3a1024 8a4a66 d99db6 f7d2de fef0f4 ffffff', 0.4),
  coral: enamel('2a0602 741806 cc3c12 f86d2e ffb17c ffe8d4'),
  leaf: enamel('031207 0c3a14 1f7a2c 4fb54a a6e282 f0ffe0'),
  amber: enamel('240c01 6b2a04 c46a0a f5a623 ffd770 fff6d6', 0.7),
  pearl: enamel('241f36 655b80 a99dc0 dcd3e6 f8f0f8 ffffff', 0.7),
  snow: enamel('1c2230 535e77 99a6bc d7e0ea f7fafd ffffff', 0.4),
  foam: enamel('06304a 1f6f96 5db4d2 a9e2f0 e6faff ffffff', 0.5),
  ivory: enamel('2a2116 6e5d42 b09a72 ddcca4 f6ecd2 ffffff'),
  ink: enamel('010103 06070c 0d0f18 181c2a 2c3348 5b6684', 0.35),
  wine: enamel('0d0208 260712 471023 6c1a36 97304f d77a92', 0.35),
  night: enamel('02030a 070c1f 0e1736 182654 2b3f7c 6a83c4', 0.35),
  pine: enamel('010806 041a14 083024 0d4a37 1c6b51 62b597', 0.35),
  umber: enamel('080301 1e0e04 3a1d08 5a2f0e 82491b c98b4c', 0.35),
  plum: enamel('070210 180830 2c1152 441d78 64339f a97de0', 0.35),
} as const satisfies Record<string, Material>

export type MaterialName = keyof typeof materials

/** The ramp as a table of `steps` colours from light 0 to 1.25, so that a pixel costs one look-up. */
export function rampTable(of: Ramp, steps = 1024): Float32Array {
  const table = new Float32Array(steps * 3)
  for (let i = 0; i < steps; i += 1) {
    const light = (i / (steps - 1)) * 1.25
    let upper = of.findIndex(([at]) => at >= light)
    if (upper === -1) upper = of.length - 1
    const high = of[upper]
    const low = of[Math.max(0, upper - 1)]
    if (high === undefined || low === undefined) continue
    const span = high[0] - low[0]
    const part = span > 0 ? Math.min(1, Math.max(0, (light - low[0]) / span)) : 0
    for (let channel = 0; channel < 3; channel += 1) {
      const from = low[1][channel] as number
      table[i * 3 + channel] = from + ((high[1][channel] as number) - from) * part
    }
  }
  return table
}
