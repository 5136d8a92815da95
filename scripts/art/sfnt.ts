/**
 * Gathers glyphs of several slices of one variable typeface into a single font. The packages cut Japanese and
 * Chinese into about 120 files by frequency; a page's texts need dozens of them, and the subsetter
 * takes from one file only. All slices come from one master, so their axes and units agree and glyphs may be
 * set side by side: outlines (glyf), advances (hmtx) and variations (gvar). Layout features are left out.
 */

type Tables = ReadonlyMap<string, Uint8Array>
type Glyph = { outline: Uint8Array; advance: number; bearing: number; variation: Uint8Array }

export type Slice = { readonly sfnt: Uint8Array; readonly letters: ReadonlySet<number> }

/** An sfnt with `.notdef` and the wanted letters of every slice that has them. */
export function gatherGlyphs(slices: readonly Slice[]): Buffer {
  const [first] = slices
  if (first === undefined) throw new Error('no slice to gather glyphs from')
  const base = readTables(first.sfnt)
  const glyphs: Glyph[] = []
  const letters = new Map<number, number>()
  const peaks: string[] = []
  slices.forEach((slice, i) => addSlice(slice, i === 0, glyphs, letters, peaks))
  return writeFont(base, glyphs, letters, peaks)
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function readTables(sfnt: Uint8Array): Tables {
  const data = view(sfnt)
  const tables = new Map<string, Uint8Array>()
  for (let i = 0; i < data.getUint16(4); i += 1) {
    const at = 12 + i * 16
    const tag = String.fromCharCode(...sfnt.subarray(at, at + 4))
    const offset = data.getUint32(at + 8)
    tables.set(tag, sfnt.subarray(offset, offset + data.getUint32(at + 12)))
  }
  return tables
}

function table(tables: Tables, tag: string): Uint8Array {
  const found = tables.get(tag)
  if (found === undefined) throw new Error(`the typeface has no table ${tag}`)
  return found
}

function addSlice(
  slice: Slice,
  isFirst: boolean,
  glyphs: Glyph[],
  letters: Map<number, number>,
  peaks: string[],
): void {
  const tables = readTables(slice.sfnt)
  const read = glyphReader(tables, peaks)
  const placed = new Map<number, number>()
  const place = (old: number): number => {
    const known = placed.get(old)
    if (known !== undefined) return known
    const index = glyphs.length
    placed.set(old, index)
    const glyph = read(old)
    glyphs.push(glyph)
    eachComponent(glyph.outline, (at, component) => view(glyph.outline).setUint16(at, place(component)))
    return index
  }
  if (isFirst) place(0)
  for (const [letter, glyph] of readLetters(table(tables, 'cmap'))) {
    if (slice.letters.has(letter) && !letters.has(letter)) letters.set(letter, place(glyph))
  }
}

function glyphReader(tables: Tables, peaks: string[]): (index: number) => Glyph {
  const glyf = table(tables, 'glyf')
  const loca = view(table(tables, 'loca'))
  const long = view(table(tables, 'head')).getInt16(50) === 1
  const hmtx = view(table(tables, 'hmtx'))
  const metrics = view(table(tables, 'hhea')).getUint16(34)
  const variationOf = variationReader(table(tables, 'gvar'), peaks)
  const offset = (i: number) => (long ? loca.getUint32(i * 4) : loca.getUint16(i * 2) * 2)
  return (index) => ({
    outline: glyf.slice(offset(index), offset(index + 1)),
    advance: hmtx.getUint16(Math.min(index, metrics - 1) * 4),
    bearing: index < metrics ? hmtx.getInt16(index * 4 + 2) : hmtx.getInt16(metrics * 4 + (index - metrics) * 2),
    variation: variationOf(index),
  })
}

/** Variations with their references to shared peaks turned to those of the gathered font. */
function variationReader(gvar: Uint8Array, peaks: string[]): (index: number) => Uint8Array {
  const data = view(gvar)
  const axes = data.getUint16(4)
  const sharedAt = data.getUint32(8)
  const long = (data.getUint16(14) & 1) === 1
  const dataAt = data.getUint32(16)
  const shared = Array.from({ length: data.getUint16(6) }, (_, i) => {
    const peak = Buffer.from(gvar.subarray(sharedAt + i * axes * 2, sharedAt + (i + 1) * axes * 2)).toString('hex')
    const known = peaks.indexOf(peak)
    return known === -1 ? peaks.push(peak) - 1 : known
  })
  const offset = (i: number) => dataAt + (long ? data.getUint32(20 + i * 4) : data.getUint16(20 + i * 2) * 2)
  return (index) => {
    const variation = gvar.slice(offset(index), offset(index + 1))
    if (variation.length === 0) return variation
    const head = view(variation)
    let at = 4
    for (let i = 0; i < (head.getUint16(0) & 0x0fff); i += 1) {
      const flags = head.getUint16(at + 2)
      const embedded = (flags & 0x8000) !== 0
      if (!embedded) head.setUint16(at + 2, (flags & 0xf000) | (shared[flags & 0x0fff] ?? 0))
      at += 4 + (embedded ? axes * 2 : 0) + ((flags & 0x4000) !== 0 ? axes * 4 : 0)
    }
    return variation
  }
}

function eachComponent(outline: Uint8Array, visit: (at: number, component: number) => void): void {
  const data = view(outline)
  if (outline.length === 0 || data.getInt16(0) >= 0) return
  let at = 10
  for (let more = true; more;) {
    const flags = data.getUint16(at)
    visit(at + 2, data.getUint16(at + 2))
    at += 4 + ((flags & 1) !== 0 ? 4 : 2)
    at += (flags & 8) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0
    more = (flags & 0x20) !== 0
  }
}

function readLetters(cmap: Uint8Array): Map<number, number> {
  const data = view(cmap)
  const letters = new Map<number, number>()
  for (let i = 0; i < data.getUint16(2); i += 1) {
    const at = data.getUint32(4 + i * 8 + 4)
    const format = data.getUint16(at)
    if (format === 4) readSegments(data, at, letters)
    if (format === 12) {
      for (let group = 0; group < data.getUint32(at + 12); group += 1) {
        const start = at + 16 + group * 12
        const from = data.getUint32(start)
        for (let letter = from; letter <= data.getUint32(start + 4); letter += 1) {
          letters.set(letter, data.getUint32(start + 8) + letter - from)
        }
      }
    }
  }
  return letters
}

function readSegments(data: DataView, at: number, letters: Map<number, number>): void {
  const double = data.getUint16(at + 6)
  for (let i = 0; i < double; i += 2) {
    const end = data.getUint16(at + 14 + i)
    const start = data.getUint16(at + 16 + double + i)
    const delta = data.getUint16(at + 16 + double * 2 + i)
    const rangeAt = at + 16 + double * 3 + i
    const range = data.getUint16(rangeAt)
    for (let letter = start; letter <= end && letter !== 0xffff; letter += 1) {
      const raw = range === 0 ? letter : data.getUint16(rangeAt + range + (letter - start) * 2)
      const glyph = range !== 0 && raw === 0 ? 0 : (raw + delta) & 0xffff
      if (glyph !== 0) letters.set(letter, glyph)
    }
  }
}

function writeFont(
  base: Tables,
  glyphs: readonly Glyph[],
  letters: Map<number, number>,
  peaks: readonly string[],
): Buffer {
  const head = Buffer.from(table(base, 'head'))
  head.writeUInt32BE(0, 8)
  head.writeInt16BE(1, 50)
  const hhea = Buffer.from(table(base, 'hhea'))
  hhea.writeUInt16BE(glyphs.length, 34)
  const maxp = Buffer.from(table(base, 'maxp'))
  maxp.writeUInt16BE(glyphs.length, 4)
  const post = Buffer.alloc(32)
  post.writeUInt32BE(0x00030000, 0)
  const hmtx = Buffer.alloc(glyphs.length * 4)
  glyphs.forEach((glyph, i) => {
    hmtx.writeUInt16BE(glyph.advance, i * 4)
    hmtx.writeInt16BE(glyph.bearing, i * 4 + 2)
  })
  const outlines = joined(glyphs.map((glyph) => glyph.outline))
  const tables: Record<string, Uint8Array> = {
    'OS/2': table(base, 'OS/2'),
    cmap: writeCmap(letters),
    fvar: table(base, 'fvar'),
    glyf: outlines.bytes,
    gvar: writeGvar(glyphs, peaks, view(table(base, 'gvar')).getUint16(4)),
    head,
    hhea,
    hmtx,
    loca: outlines.offsets,
    maxp,
    name: table(base, 'name'),
    post,
  }
  const avar = base.get('avar')
  if (avar !== undefined) tables['avar'] = avar
  return writeTables(tables)
}

/** Pieces one after another on four-byte borders, and the 32-bit offsets between them. */
function joined(pieces: readonly Uint8Array[]): { bytes: Buffer; offsets: Buffer } {
  const offsets = Buffer.alloc((pieces.length + 1) * 4)
  const parts: Uint8Array[] = []
  let length = 0
  pieces.forEach((piece, i) => {
    offsets.writeUInt32BE(length, i * 4)
    const pad = (4 - (piece.length % 4)) % 4
    parts.push(piece, new Uint8Array(pad))
    length += piece.length + pad
  })
  offsets.writeUInt32BE(length, pieces.length * 4)
  return { bytes: Buffer.concat(parts), offsets }
}

function writeGvar(glyphs: readonly Glyph[], peaks: readonly string[], axes: number): Buffer {
  const { bytes, offsets } = joined(glyphs.map((glyph) => glyph.variation))
  const shared = Buffer.from(peaks.join(''), 'hex')
  const head = Buffer.alloc(20)
  head.writeUInt16BE(1, 0)
  head.writeUInt16BE(axes, 4)
  head.writeUInt16BE(peaks.length, 6)
  head.writeUInt32BE(20 + offsets.length, 8)
  head.writeUInt16BE(glyphs.length, 12)
  head.writeUInt16BE(1, 14)
  head.writeUInt32BE(20 + offsets.length + shared.length, 16)
  return Buffer.concat([head, offsets, shared, bytes])
}

/** Format 12 only, under the platform and encoding for all of Unicode. */
function writeCmap(letters: Map<number, number>): Buffer {
  const sorted = [...letters].toSorted(([a], [b]) => a - b)
  const out = Buffer.alloc(12 + 16 + sorted.length * 12)
  out.writeUInt16BE(1, 2)
  out.writeUInt16BE(3, 4)
  out.writeUInt16BE(10, 6)
  out.writeUInt32BE(12, 8)
  out.writeUInt16BE(12, 12)
  out.writeUInt32BE(16 + sorted.length * 12, 16)
  out.writeUInt32BE(sorted.length, 24)
  sorted.forEach(([letter, glyph], i) => {
    out.writeUInt32BE(letter, 28 + i * 12)
    out.writeUInt32BE(letter, 32 + i * 12)
    out.writeUInt32BE(glyph, 36 + i * 12)
  })
  return out
}

function writeTables(tables: Readonly<Record<string, Uint8Array>>): Buffer {
  const tags = Object.keys(tables).toSorted()
  const power = Math.floor(Math.log2(tags.length))
  const head = Buffer.alloc(12 + tags.length * 16)
  head.writeUInt32BE(0x00010000, 0)
  head.writeUInt16BE(tags.length, 4)
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(tags.length * 16 - 2 ** power * 16, 10)
  const parts: Uint8Array[] = [head]
  let offset = head.length
  tags.forEach((tag, i) => {
    const bytes = tables[tag] ?? new Uint8Array()
    const pad = (4 - (bytes.length % 4)) % 4
    const at = 12 + i * 16
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(checksum(bytes), at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(bytes.length, at + 12)
    parts.push(bytes, new Uint8Array(pad))
    offset += bytes.length + pad
  })
  return Buffer.concat(parts)
}

function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < bytes.length; i += 1) sum = (sum + (bytes[i] ?? 0) * 2 ** ((3 - (i % 4)) * 8)) % 4294967296
  return sum
}
