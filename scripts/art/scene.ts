/** The scene behind a piece as SVG: night sky, moon, rays, ridges with mist between. It depends only on a seed. */

export type SceneHue = {
  /** The light in the sky, the colour it fades to, and the colour of the farthest and nearest ridge. */
  readonly light: string
  readonly sky: string
  readonly far: string
  readonly near: string
  readonly gilt: string
}

export type SceneForm = {
  readonly width: number
  readonly height: number
  readonly seed: string
  readonly hue: SceneHue
  /** Centre of the light and radius of the moon's disc; no disc when 0. */
  readonly centre: readonly [x: number, y: number]
  readonly moon: number
  /** Where the farthest ridge stands, as a share of the height, and how tall its peaks are in units. */
  readonly horizon: number
  readonly peaks: number
  readonly ridges?: number
  /** A palace gate with lit windows, its foot's middle at (x, y), standing before the ridge of that number. */
  readonly gate?: { readonly x: number; readonly y: number; readonly width: number; readonly before: number }
  readonly mist?: number
  readonly rays?: number
  readonly stars?: number
  /** Only the sky with its lights, or only the land on a transparent ground; both when left out. */
  readonly part?: 'sky' | 'land'
  /** Share of the height, from the bottom, that fades to ink so that text stays legible on it. */
  readonly fade?: number
}

export type Draw = () => number

/** Numbers of 0..1 that follow from the seed alone. */
export function seeded(seed: string): Draw {
  let state = 2166136261
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function scene(form: SceneForm): string {
  const { width, height, hue, centre } = form
  const draw = seeded(form.seed)
  const reach = Math.hypot(width, height)
  const [cx, cy] = centre
  const defs = `<defs>
<radialGradient id="sky" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${reach * 0.66}"><stop offset="0" stop-color="${hue.light}"/><stop offset=".34" stop-color="${hue.sky}"/><stop offset="1" stop-color="#06070c"/></radialGradient>
<radialGradient id="ray" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${reach * 0.6}"><stop offset="0" stop-color="#fff" stop-opacity=".0"/><stop offset=".25" stop-color="${hue.gilt}" stop-opacity=".13"/><stop offset="1" stop-color="${hue.gilt}" stop-opacity="0"/></radialGradient>
<radialGradient id="moon" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${Math.max(1, form.moon)}"><stop offset="0" stop-color="${hue.gilt}" stop-opacity=".05"/><stop offset=".8" stop-color="${hue.gilt}" stop-opacity=".16"/><stop offset="1" stop-color="${hue.gilt}" stop-opacity=".4"/></radialGradient>
<linearGradient id="fade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#07080d" stop-opacity="0"/><stop offset=".62" stop-color="#07080d" stop-opacity=".86"/><stop offset="1" stop-color="#07080d"/></linearGradient>
</defs>`
  const fade = form.fade ?? 0
  const heaven =
    form.part === 'land'
      ? ''
      : `<rect width="${width}" height="${height}" fill="url(#sky)"/>${rays(form, reach)}${stars(form, draw)}${moon(form)}`
  const land = form.part === 'sky' ? '' : `${mistBanks(form, draw)}${ridges(form, draw)}`
  const shade =
    fade > 0
      ? `<rect y="${height * (1 - fade)}" width="${width}" height="${height * fade + 1}" fill="url(#fade)"/>`
      : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${defs}${heaven}${land}${shade}</svg>`
}

function rays(form: SceneForm, reach: number): string {
  const count = form.rays ?? 18
  const [cx, cy] = form.centre
  let path = ''
  for (let i = 0; i < count; i += 1) {
    const from = (i / count) * Math.PI * 2 + 0.06
    const to = from + Math.PI / count
    path += `M${cx} ${cy}L${n(cx + Math.cos(from) * reach)} ${n(cy + Math.sin(from) * reach)}L${n(cx + Math.cos(to) * reach)} ${n(cy + Math.sin(to) * reach)}Z`
  }
  return count === 0 ? '' : `<path d="${path}" fill="url(#ray)"/>`
}

/** Flakes of mother-of-pearl, as set into a lacquer chest: small lozenges that hold rose, sea and gold. */
function stars(form: SceneForm, draw: Draw): string {
  const pearl = ['#fff4d6', '#ffd9e2', '#c9f4ec', '#dcd6ff', '#ffe9b0']
  let out = ''
  for (let i = 0; i < (form.stars ?? 26); i += 1) {
    const x = draw() * form.width
    const y = draw() * form.height * form.horizon
    const r = 0.5 + draw() * draw() * 1.5
    const tint = pearl[Math.floor(draw() * pearl.length)] ?? '#fff4d6'
    out += `<path d="M${n(x)} ${n(y - r * 1.5)}L${n(x + r)} ${n(y)}L${n(x)} ${n(y + r * 1.5)}L${n(x - r)} ${n(y)}Z" fill="${tint}" opacity="${n(0.3 + draw() * 0.6)}"/>`
  }
  return out
}

function moon(form: SceneForm): string {
  if (form.moon === 0) return ''
  const [cx, cy] = form.centre
  return `<circle cx="${cx}" cy="${cy}" r="${form.moon}" fill="url(#moon)"/><circle cx="${cx}" cy="${cy}" r="${form.moon}" fill="none" stroke="${form.hue.gilt}" stroke-opacity=".55" stroke-width="${n(form.width / 340)}"/><circle cx="${cx}" cy="${cy}" r="${form.moon * 1.07}" fill="none" stroke="${form.hue.gilt}" stroke-opacity=".16" stroke-width="${n(form.width / 500)}"/>`
}

/** Ridge behind ridge, each with a gilt crest and standing in the mist of the one before it. */
function ridges(form: SceneForm, draw: Draw): string {
  const count = form.ridges ?? 4
  let out = ''
  for (let i = 0; i < count; i += 1) {
    if (form.gate?.before === i) out += gate(form.gate, form.hue)
    const depth = count === 1 ? 1 : i / (count - 1)
    const base = form.height * (form.horizon + (1 - form.horizon) * depth * 0.7)
    const tall = form.peaks * (1 - depth * 0.5)
    const crest = crestLine(form, draw, base, tall)
    const tint = mix(form.hue.far, form.hue.near, depth)
    const mist = mix(tint, form.hue.light, 0.34 * (1 - depth))
    out += `<defs><linearGradient id="r${i}" gradientUnits="userSpaceOnUse" x1="0" y1="${n(base - tall)}" x2="0" y2="${n(base + tall * 0.75)}"><stop offset="0" stop-color="${mix(tint, '#07080d', 0.12)}"/><stop offset=".5" stop-color="${mix(tint, '#07080d', 0.3)}"/><stop offset="1" stop-color="${mist}"/></linearGradient></defs>`
    out += `<path d="${crest}V${form.height + 4}H-${form.width}Z" fill="url(#r${i})"/>`
    out += `<path d="${crest}" fill="none" stroke="${form.hue.gilt}" stroke-linejoin="round" stroke-opacity="${n(0.5 - depth * 0.3)}" stroke-width="${n(Math.min(1.2, form.width / 380))}"/>`
  }
  return out
}

/** Two roofs with lifted eaves over a row of lit windows, drawn in a box of 400 x 290. */
function gate({ x, y, width }: { x: number; y: number; width: number }, hue: SceneHue): string {
  const scale = width / 400
  const dark = mix(hue.near, '#07080d', 0.4)
  const roofs =
    'M44 84Q112 84 150 52H250Q288 84 356 84L350 97Q300 92 266 102H134Q100 92 50 97ZM8 152Q92 150 128 118H272Q308 150 392 152L385 167Q320 160 288 170H112Q80 160 15 167Z'
  const walls = 'M138 102H262V120H138ZM84 168H316V244H84ZM52 244H348L362 290H38Z'
  const windows = [0, 1, 2, 3, 4].map((i) => `<path d="M${98 + i * 43} ${184}h30v46h-30Z"/>`).join('')
  const light = `<g fill="#ffcf7a" fill-opacity=".82">${windows}<path d="M150 106h100v9H150Z" fill-opacity=".6"/></g>`
  const lattice = [0, 1, 2, 3, 4]
    .map((i) => `M${113 + i * 43} 184v46M${98 + i * 43} 199h30M${98 + i * 43} 215h30`)
    .join('')
  return `<defs><radialGradient id="lit" cx=".5" cy=".6" r=".5"><stop offset="0" stop-color="#ffb84d" stop-opacity=".34"/><stop offset="1" stop-color="#ffb84d" stop-opacity="0"/></radialGradient></defs><g transform="translate(${n(x - width / 2)} ${n(y - 290 * scale)}) scale(${n(scale)})"><rect x="-120" y="-20" width="640" height="380" fill="url(#lit)"/><path d="${walls}" fill="${dark}"/>${light}<path d="${lattice}" stroke="${dark}" stroke-width="3" fill="none"/><path d="${roofs}" fill="${mix(dark, hue.far, 0.18)}" stroke="${hue.gilt}" stroke-opacity=".6" stroke-width="2"/></g>`
}

/** A crest: a few randomly placed summits, the slopes between them roughened by repeated halving. */
function crestLine(form: SceneForm, draw: Draw, base: number, tall: number): string {
  const summits = Math.max(2, Math.round((form.width * 1.3) / (tall * 1.7)))
  let points: number[] = [draw() * 0.5]
  for (let i = 0; i < summits; i += 1) points.push(0.5 + draw() * 0.5, 0.08 + draw() * 0.42)
  let rough = 0.3
  for (let level = 0; level < 4; level += 1) {
    const broken: number[] = []
    points.forEach((point, i) => {
      const next = points[i + 1]
      broken.push(point)
      if (next !== undefined) broken.push((point + next) / 2 + (draw() - 0.5) * rough)
    })
    points = broken
    rough *= 0.5
  }
  // Drawn wider than the picture and shifted, so that the summits of two ridges never stand in one column.
  const shift = draw() * 0.3 * form.width
  const step = (form.width * 1.3 + 8) / (points.length - 1)
  return points.map((point, i) => `${i === 0 ? 'M' : 'L'}${n(i * step - shift - 4)} ${n(base - point * tall)}`).join('')
}

/** Banks of drifting mist: long clouds over each other, each fading to nothing on all sides. */
function mistBanks(form: SceneForm, draw: Draw): string {
  const { light } = form.hue
  const stops = [
    [0, 0.2],
    [0.35, 0.13],
    [0.7, 0.035],
    [1, 0],
  ].map(([at, opacity]) => `<stop offset="${at}" stop-color="${light}" stop-opacity="${opacity}"/>`)
  const count = form.mist ?? 0
  let out = count === 0 ? '' : `<defs><radialGradient id="mist">${stops.join('')}</radialGradient></defs>`
  for (let i = 0; i < count; i += 1) {
    const thick = form.height * (0.016 + draw() * 0.014)
    const long = form.width * (0.26 + draw() * 0.3)
    const x = i % 2 === 0 ? -long * 0.3 + draw() * form.width * 0.12 : form.width - long * (0.62 + draw() * 0.2)
    const y = form.height * form.horizon * (0.34 + 0.5 * draw())
    for (const [dx, dy, share] of [
      [0, 0, 1],
      [long * 0.22, thick * 1.15, 0.62],
      [-long * 0.12, thick * 2.3, 0.7],
    ] as const) {
      const half = long * share * 0.66
      out += `<ellipse cx="${n(x + dx + (long * share) / 2)}" cy="${n(y + dy + thick / 2)}" rx="${n(half)}" ry="${n(thick * 2.6)}" fill="url(#mist)"/>`
    }
  }
  return out
}

/** Colour `share` of the way from one `#rrggbb` to another. */
export function mix(from: string, to: string, share: number): string {
  const a = Number.parseInt(from.slice(1), 16)
  const b = Number.parseInt(to.slice(1), 16)
  const channel = (shift: number) => {
    const low = (a >> shift) & 255
    return Math.round(low + (((b >> shift) & 255) - low) * share)
  }
  return `#${((channel(16) << 16) | (channel(8) << 8) | channel(0)).toString(16).padStart(6, '0')}`
}

export function n(value: number): string {
  return String(Math.round(value * 100) / 100)
}
