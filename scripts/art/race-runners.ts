/**
 * The runners of races: a horse with its rider and a hound, eight frames of a stride and one that stands. Each is drawn in three rows
 * of shades, which the stage colours: coat, silks, and what keeps its own colours.
 */

import {
  bobOf,
  bodyMiddle,
  clothAt,
  frameBox,
  pitchOf,
  sheetRows,
  standing,
  strideFrames,
  type Animal,
} from '../../src/web/play/table/race/gait.ts'
import type { SceneArtwork } from './artwork.ts'

type Row = (typeof sheetRows)[number]
type Point = readonly [x: number, y: number]

/** Angles of the bones of a leg at parts of its stride, in degrees from straight down; forwards is positive. */
type Bones = readonly (readonly number[])[]
const moments = [0, 0.18, 0.36, 0.55, 0.8] as const

const legs: Readonly<Record<Animal, Readonly<Record<'hind' | 'fore', Bones>>>> = {
  horse: {
    hind: [
      [46, 20, -12, 10, 48],
      [-10, -28, -50, -86, -60],
      [34, 2, -36, -46, 22],
    ],
    fore: [
      [38, 2, -40, -8, 52],
      [34, 2, -44, -108, -52],
      [46, 18, -66, -150, -40],
    ],
  },
  hound: {
    hind: [
      [58, 18, -20, 12, 62],
      [-6, -34, -54, -92, -58],
      [48, 0, -48, -56, 34],
    ],
    fore: [
      [52, 4, -50, -16, 58],
      [50, 0, -58, -118, -34],
      [64, 22, -80, -160, -10],
    ],
  },
}
const standingBones: Readonly<Record<'hind' | 'fore', readonly number[]>> = { hind: [18, -24, 6], fore: [2, 0, 12] }

/** When each leg lands, in shares of a stride: the far one of a pair first. */
const landings: Readonly<Record<Animal, Readonly<Record<'hind' | 'fore', readonly [far: number, near: number]>>>> = {
  horse: { hind: [0, 0.11], fore: [0.3, 0.44] },
  hound: { hind: [0.5, 0.57], fore: [0, 0.09] },
}

/** Lengths and widths of the bones, from the body down. */
const sizes: Readonly<
  Record<Animal, Readonly<Record<'hind' | 'fore', readonly (readonly [length: number, from: number, to: number])[]>>>
> = {
  horse: {
    hind: [
      [28, 34, 22],
      [33, 19, 9],
      [30, 8, 6.5],
    ],
    fore: [
      [35, 19, 10],
      [26, 8.5, 6.5],
      [12, 6.5, 7],
    ],
  },
  hound: {
    hind: [
      [27, 30, 18],
      [34, 15, 7],
      [26, 6.5, 5],
    ],
    fore: [
      [34, 15, 8],
      [25, 7, 5],
      [10, 5.5, 6.5],
    ],
  },
}

const roots: Readonly<Record<Animal, Readonly<Record<'hind' | 'fore', Point>>>> = {
  horse: { hind: [84, 98], fore: [162, 108] },
  hound: { hind: [78, 98], fore: [164, 108] },
}

/** An angle between the given ones, smoothly and around. */
function angleAt(keys: readonly number[], share: number): number {
  const at = ((share % 1) + 1) % 1
  const index = moments.findLastIndex((moment) => moment <= at)
  const key = (offset: number) => keys[(index + offset + keys.length) % keys.length] ?? 0
  const from = moments[index] ?? 0
  const to = moments[index + 1] ?? 1
  const u = (at - from) / (to - from)
  const [a, b, c, d] = [key(-1), key(0), key(1), key(2)]
  return b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)))
}

/** How far a hound is drawn together, 0 to 1. */
function gathered(animal: Animal, frame: number): number {
  return animal === 'horse' || frame === standing
    ? 0.25
    : 0.5 + 0.5 * Math.cos(2 * Math.PI * (frame / strideFrames - 0.44))
}

function turned(animal: Animal, frame: number, [x, y]: Point): Point {
  const angle = (pitchOf(animal, frame) * Math.PI) / 180
  const middle = bodyMiddle[animal]
  const [right, down] = [x - middle.x, y - middle.y]
  return [
    middle.x + right * Math.cos(angle) - down * Math.sin(angle),
    middle.y + right * Math.sin(angle) + down * Math.cos(angle) + bobOf(animal, frame),
  ]
}

function jointsOf(animal: Animal, pair: 'hind' | 'fore', side: 0 | 1, frame: number): Point[] {
  const [x, y] = roots[animal][pair]
  const shift = animal === 'hound' && pair === 'hind' ? 20 * gathered(animal, frame) - 8 : 0
  const joints: Point[] = [turned(animal, frame, [x + shift + (side === 0 ? 5 : 0), y])]
  const share = frame / strideFrames - landings[animal][pair][side]
  for (const [index, [length]] of sizes[animal][pair].entries()) {
    const stands = (standingBones[pair][index] ?? 0) + (side === 0 ? 7 : 0) * (index === 0 ? 1 : -0.4)
    const degrees = frame === standing ? stands : angleAt(legs[animal][pair][index] ?? [], share)
    const [fromX, fromY] = joints[index] ?? [0, 0]
    const angle = (degrees * Math.PI) / 180
    joints.push([fromX + length * Math.sin(angle), fromY + length * Math.cos(angle)])
  }
  return joints
}

const n = (value: number): string => value.toFixed(1)

/** A bone with round ends. */
function bone([x, y]: Point, [toX, toY]: Point, from: number, to: number, fill: string): string {
  const way = Math.hypot(toX - x, toY - y) || 1
  const [right, down] = [(toX - x) / way, (toY - y) / way]
  const side = (px: number, py: number, width: number, sign: number): string =>
    `${n(px - (sign * down * width) / 2)} ${n(py + (sign * right * width) / 2)}`
  return `<path d="M${side(x, y, from, 1)}L${side(toX, toY, to, 1)}A${n(to / 2)} ${n(to / 2)} 0 0 0 ${side(toX, toY, to, -1)}L${side(x, y, from, -1)}A${n(from / 2)} ${n(from / 2)} 0 0 0 ${side(x, y, from, 1)}Z" fill="${fill}"/>`
}

function leg(animal: Animal, pair: 'hind' | 'fore', side: 0 | 1, frame: number): string {
  const joints = jointsOf(animal, pair, side, frame)
  const shades = side === 0 ? ['#6d6d6d', '#636363', '#5a5a5a'] : ['#bcbcbc', '#a4a4a4', '#8d8d8d']
  const bones = sizes[animal][pair].map(([, from, to], index) =>
    bone(joints[index] ?? [0, 0], joints[index + 1] ?? [0, 0], from, to, shades[index] ?? '#888'),
  )
  return bones.toReversed().join('')
}

/** Hooves and paws, which keep their colour. */
function foot(animal: Animal, pair: 'hind' | 'fore', side: 0 | 1, frame: number): string {
  const joints = jointsOf(animal, pair, side, frame)
  const [[x, y], [fromX, fromY]] = [joints.at(-1) ?? [0, 0], joints.at(-2) ?? [0, 0]]
  const angle = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI - 90
  const fill = side === 0 ? '#15110f' : '#2a211c'
  return animal === 'horse'
    ? `<path d="M-4 -2h8l3 8h-12Z" transform="translate(${n(x)} ${n(y)}) rotate(${n(angle * 0.6)})" fill="${fill}"/>`
    : ''
}

const body: Readonly<Record<Animal, (k: number) => string>> = {
  horse: () =>
    'M60 94C60 76 78 67 98 73C116 79 132 80 148 73C162 65 176 50 194 33C200 27 208 30 211 36C220 44 230 54 239 64C242 69 239 75 233 75C224 75 215 68 207 64C199 77 191 92 183 108C178 121 164 128 150 126C128 126 106 119 94 113C80 121 61 114 60 94Z',
  hound(k) {
    const rump = 56 + 20 * k
    return `M${n(rump)} 98C${n(rump - 1)} 84 ${n(rump + 12)} ${n(74 - 4 * k)} ${n(rump + 30)} ${n(76 - 6 * k)}C108 ${n(78 - 17 * k)} 130 ${n(72 - 9 * k)} 152 75C168 71 180 62 194 53C200 48 208 49 214 54C224 59 236 64 244 69C247 72 245 77 240 77C228 79 214 78 205 75C196 84 188 96 182 108C176 127 158 135 142 128C124 120 110 109 ${n(rump + 40)} ${n(106 - 3 * k)}C${n(rump + 26)} 116 ${n(rump + 3)} 116 ${n(rump)} 98Z`
  },
}

const ear: Readonly<Record<Animal, string>> = {
  horse: 'M196 36L195 20C201 22 205 28 206 34Z',
  hound: 'M198 52C190 46 184 48 180 54C186 59 194 60 200 58Z',
}

const lights: Readonly<Record<Animal, string>> = {
  horse:
    '<ellipse cx="84" cy="88" rx="20" ry="14" fill="#fff" opacity=".5" filter="url(#blur)"/><ellipse cx="166" cy="92" rx="12" ry="17" fill="#fff" opacity=".42" filter="url(#blur)"/><ellipse cx="128" cy="92" rx="22" ry="8" fill="#fff" opacity=".3" filter="url(#blur)"/><path d="M100 112C84 106 72 112 64 104" stroke="#000" stroke-opacity=".3" stroke-width="3" fill="none" filter="url(#blur)"/>',
  hound:
    '<ellipse cx="84" cy="88" rx="16" ry="11" fill="#fff" opacity=".5" filter="url(#blur)"/><ellipse cx="160" cy="96" rx="15" ry="17" fill="#fff" opacity=".4" filter="url(#blur)"/><path d="M136 124C142 116 150 118 156 124M146 122c4-6 8-6 12-1" stroke="#000" stroke-opacity=".25" stroke-width="2" fill="none"/>',
}

function coat(animal: Animal, frame: number): string {
  const moved = placed(animal, frame)
  const far = (['hind', 'fore'] as const).map((pair) => leg(animal, pair, 0, frame)).join('')
  const near = (['hind', 'fore'] as const).map((pair) => leg(animal, pair, 1, frame)).join('')
  const path = body[animal](gathered(animal, frame))
  const tail =
    animal === 'hound'
      ? `<path d="M${n(60 + 20 * gathered(animal, frame))} 94C40 ${n(98 + 6 * Math.sin(frame))} 26 ${n(104 + 8 * Math.sin(frame * 0.8))} 14 ${n(92 + 8 * Math.cos(frame * 0.8))}" stroke="#8a8a8a" stroke-width="4" stroke-linecap="round" fill="none"/>`
      : ''
  return `${far}<g transform="${moved}">${tail}<path d="${path}" fill="url(#coat)"/></g>${near}<g transform="${moved}"><clipPath id="c${animal}${frame}"><path d="${path}"/></clipPath><g clip-path="url(#c${animal}${frame})">${lights[animal]}<path d="${path}" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="3"/></g><path d="${ear[animal]}" fill="#9a9a9a"/></g>`
}

function placed(animal: Animal, frame: number): string {
  const { x, y } = bodyMiddle[animal]
  return `translate(0 ${n(bobOf(animal, frame))}) rotate(${n(pitchOf(animal, frame))} ${x} ${y})`
}

/** The rider rises and falls against the horse. */
function riderLift(frame: number): string {
  return frame === standing ? 'translate(-4 2)' : `translate(0 ${n(-0.7 * bobOf('horse', frame))})`
}

function silk(animal: Animal, frame: number): string {
  const { x, y, size } = clothAt[animal]
  if (animal === 'hound') {
    const k = gathered(animal, frame)
    return `<g transform="${placed(animal, frame)}"><clipPath id="j${frame}"><path d="${body.hound(k)}"/></clipPath><g clip-path="url(#j${frame})"><path d="M106 60H154C160 84 158 110 150 136H118C110 112 106 90 106 60Z" fill="url(#silk)"/><path d="M106 60C106 90 110 112 118 136M154 60C160 84 158 110 150 136" stroke="#5b5b5b" stroke-width="2.500" fill="none"/><ellipse cx="132" cy="82" rx="22" ry="7" fill="#fff" opacity=".5" filter="url(#blur)"/></g></g>`
  }
  const half = size / 2
  const cloth = `<path d="M${x - half} ${y - half - 1}H${x + half + 2}L${x + half} ${y + half}Q${x} ${y + half + 4} ${x - half + 2} ${y + half - 1}Z" fill="#f2f2f2" stroke="#6a6a6a" stroke-width="1.200"/>`
  const torso = `${bone([124, 58], [152, 48], 24, 19, 'url(#silk)')}${bone([152, 49], [160, 63], 10, 8, '#d0d0d0')}${bone([160, 63], [175, 65], 8, 6, '#bdbdbd')}`
  const cap =
    '<path d="M158 40C157 28 166 24 172 27C178 30 179 36 178 40L183 43L160 43Z" fill="url(#silk)"/><path d="M160 33C163 27 168 26 171 28" stroke="#fff" stroke-width="2" stroke-opacity=".8" fill="none"/>'
  return `<g transform="${placed(animal, frame)}">${cloth}<g transform="${riderLift(frame)}">${torso}${cap}<path d="M122 50Q138 46 152 40" stroke="#fff" stroke-opacity=".6" stroke-width="3" fill="none" filter="url(#blur)"/></g></g>`
}

function fixed(animal: Animal, frame: number): string {
  const feet = (['hind', 'fore'] as const).flatMap((pair) =>
    ([0, 1] as const).map((side) => foot(animal, pair, side, frame)),
  )
  if (animal === 'hound') {
    return `<g transform="${placed(animal, frame)}"><ellipse cx="243" cy="71" rx="4" ry="3.200" fill="#120d0c"/><circle cx="213" cy="60" r="2.600" fill="#120d0c"/><circle cx="213.800" cy="59.200" r=".9" fill="#fff"/><path d="M182 70L192 84" stroke="#e8c177" stroke-width="4.500" stroke-linecap="round"/><path d="M220 58L223 78M231 63L233 78M219 68H245" stroke="#2b2730" stroke-width="1.800" fill="none"/></g>`
  }
  const swing = frame === standing ? 0 : Math.sin((2 * Math.PI * frame) / strideFrames)
  const lies = frame === standing ? 26 : 0
  const tail = `<path d="M64 82C46 ${n(76 + 4 * swing + lies)} 30 ${n(84 + 8 * swing + lies)} ${n(12 + lies * 0.9)} ${n(92 + 10 * swing + lies)}C28 ${n(96 + 7 * swing + lies)} 46 ${n(100 + 4 * swing + lies)} 62 96Z" fill="#1c1411"/>`
  const mane = `<path d="M150 73C164 64 176 50 192 34C186 34 176 ${n(36 + 3 * swing)} 168 ${n(44 + 3 * swing)}C160 ${n(52 + 3 * swing)} 154 ${n(62 + 2 * swing)} 142 72Z" fill="#1c1411"/>`
  const bridle =
    '<path d="M212 40L207 62M226 52L221 70M223 62L186 70" stroke="#2a1a12" stroke-width="1.800" fill="none"/><circle cx="214" cy="47" r="2.500" fill="#0c0808"/><circle cx="214.700" cy="46.300" r=".8" fill="#fff"/><ellipse cx="236" cy="68" rx="2" ry="1.400" fill="#0c0808"/>'
  const rider = `${bone([126, 62], [150, 80], 15, 11, '#efe9dd')}${bone([150, 81], [134, 100], 9.5, 7, '#191318')}<path d="M130 98l12 2-1 5h-12Z" fill="#191318"/><circle cx="170" cy="43" r="6" fill="#d9a887"/><path d="M163 38h15v3h-15Z" fill="#191318"/><circle cx="176" cy="65" r="3.600" fill="#e9e2d6"/>`
  return `${feet.join('')}<g transform="${placed(animal, frame)}">${tail}${mane}${bridle}<g transform="${riderLift(frame)}">${rider}</g></g>`
}

const rows: Readonly<Record<Row, (animal: Animal, frame: number) => string>> = { coat, silk, fixed }

const paints = `<defs>
<linearGradient id="coat" gradientUnits="userSpaceOnUse" x1="0" y1="30" x2="0" y2="130"><stop offset="0" stop-color="#f4f4f4"/><stop offset=".45" stop-color="#cdcdcd"/><stop offset=".75" stop-color="#9b9b9b"/><stop offset="1" stop-color="#5e5e5e"/></linearGradient>
<linearGradient id="silk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff"/><stop offset=".55" stop-color="#dedede"/><stop offset="1" stop-color="#8f8f8f"/></linearGradient>
<filter id="blur" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="3"/></filter>
</defs>`

function runners(animal: Animal): SceneArtwork {
  const columns = strideFrames + 1
  const [width, height] = [frameBox.width * columns, frameBox.height * sheetRows.length]
  const cells = sheetRows.flatMap((row, down) =>
    Array.from(
      { length: columns },
      (_, frame) =>
        `<g transform="translate(${frame * frameBox.width} ${down * frameBox.height})">${rows[row](animal, frame)}</g>`,
    ),
  )
  return {
    kind: 'scene',
    name: `table/race-${animal}`,
    width,
    height,
    density: 1,
    format: 'webp',
    quality: 72,
    maxBytes: 72_000,
    layers: [
      {
        kind: 'svg',
        svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${paints}${cells.join('')}</svg>`,
      },
    ],
  }
}

/** The sheets of both animals. */
export const raceRunners: readonly SceneArtwork[] = [runners('horse'), runners('hound')]
