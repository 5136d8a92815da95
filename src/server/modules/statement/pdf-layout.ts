import PDFDocument from 'pdfkit'
import type { SiteLanguage } from '#domain/site-language.ts'
import { printFonts, type PrintFont } from './pdf-fonts.ts'

/** A statement as an A4 PDF: real text with embedded fonts, a page number on each page. */

/** One entry in its final text form; `note` takes rows of its own below it. */
export type SheetLine = { date: string; what: string; in: string; out: string; balance: string; note: string }

export type StatementSheet = {
  language: SiteLanguage
  languageTag: string
  title: string
  brand: string
  /** Lines below the title: the period, the member, the time of creation. */
  about: readonly (readonly [label: string, value: string])[]
  /** Sums of the whole period. */
  sums: readonly (readonly [label: string, value: string])[]
  heads: SheetLine
  lines: readonly SheetLine[]
  none: string
}

type Style = 'text' | 'bold' | 'figures'
type Align = 'left' | 'right'

const page = { width: 595.28, height: 841.89, margin: 40 } as const
const inner = page.width - 2 * page.margin
const lineHeight = 15
const bottom = page.height - 56
const columns = [
  { key: 'date', x: 40, width: 104, align: 'left' },
  { key: 'what', x: 148, width: 172, align: 'left' },
  { key: 'in', x: 324, width: 72, align: 'right' },
  { key: 'out', x: 400, width: 72, align: 'right' },
  { key: 'balance', x: 476, width: 79, align: 'right' },
] as const satisfies readonly { key: keyof SheetLine; x: number; width: number; align: Align }[]

const noteWidth = page.width - page.margin - columns[1].x

const ink = '#1c2130'
const soft = '#5a6075'
const gold = '#8a6420'
const stripe = '#f5f2ea'

/** Renders a sheet; returns the bytes of the PDF. */
export async function printStatement(sheet: StatementSheet): Promise<Uint8Array> {
  const pen = await createPen(sheet)
  const { document } = pen
  const done = new Promise<Uint8Array>((resolve, reject) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    document.on('error', reject)
  })
  let y = printHead(pen, sheet)
  y = printHeads(pen, sheet, y)
  if (sheet.lines.length === 0) pen.write(sheet.none, { x: page.margin, y: y + 10, size: 10, color: soft })
  for (const [index, line] of sheet.lines.entries()) {
    if (y + lineHeight > bottom) {
      document.addPage()
      y = printHeads(pen, sheet, page.margin)
    }
    if (index % 2 === 1) document.rect(page.margin, y, inner, lineHeight).fill(stripe)
    for (const { key, ...place } of columns) {
      const style = key === 'what' ? 'text' : 'figures'
      pen.write(line[key], { ...place, y: y + 2.5, size: 8.5, style, color: ink })
    }
    y += lineHeight
    for (const row of pen.rowsOf(line.note, noteWidth, 8)) {
      if (y + lineHeight > bottom) {
        document.addPage()
        y = printHeads(pen, sheet, page.margin)
      }
      pen.write(row, { x: columns[1].x, width: noteWidth, y: y + 1, size: 8, color: soft })
      y += lineHeight - 2
    }
  }
  printFeet(pen, sheet)
  document.end()
  return done
}

function printHead(pen: Pen, sheet: StatementSheet): number {
  const { margin } = page
  pen.write(sheet.brand, { x: margin, y: margin, size: 11, style: 'bold', color: gold })
  pen.write(sheet.title, { x: margin, y: margin + 16, size: 20, style: 'bold', color: ink })
  let y = margin + 48
  for (const [label, value] of sheet.about) {
    pen.write(label, { x: margin, y, size: 9, color: soft, width: 96 })
    pen.write(value, { x: margin + 100, y, size: 9, color: ink, width: inner - 100 })
    y += 14
  }
  y += 8
  const width = inner / 4
  const rows = Math.ceil(sheet.sums.length / 4)
  pen.document.roundedRect(margin, y, inner, rows * 36 + 8, 6).fill(stripe)
  for (const [index, [label, value]] of sheet.sums.entries()) {
    const place = { x: margin + (index % 4) * width + 10, width: width - 16 }
    const top = y + 8 + Math.floor(index / 4) * 36
    pen.write(label, { ...place, y: top, size: 8, color: soft })
    pen.write(value, { ...place, y: top + 11, size: 11, style: 'figures', color: ink })
  }
  return y + rows * 36 + 22
}

function printHeads(pen: Pen, sheet: StatementSheet, y: number): number {
  for (const { key, ...place } of columns)
    pen.write(sheet.heads[key], { ...place, y, size: 8.5, style: 'bold', color: soft })
  pen.document
    .moveTo(page.margin, y + 14)
    .lineTo(page.width - page.margin, y + 14)
    .lineWidth(0.8)
    .stroke(gold)
  return y + 18
}

function printFeet(pen: Pen, sheet: StatementSheet): void {
  const { start, count } = pen.document.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    pen.document.switchToPage(start + index)
    const y = page.height - 38
    pen.write(`${sheet.brand} · ${sheet.title}`, { x: page.margin, y, size: 8, color: soft })
    pen.write(`${index + 1} / ${count}`, { x: page.margin, y, size: 8, color: soft, width: inner, align: 'right' })
  }
}

type Placing = { x: number; y: number; size: number; color: string; style?: Style; width?: number; align?: Align }
type Pen = {
  document: PDFKit.PDFDocument
  write: (text: string, placing: Placing) => void
  /** The rows of a text that is broken at a width; none for an empty one. */
  rowsOf: (text: string, width: number, size: number) => string[]
}

async function createPen(sheet: StatementSheet): Promise<Pen> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: sheet.languageTag,
    displayTitle: true,
    info: { Title: `${sheet.brand} ${sheet.title}`, Author: sheet.brand },
  })
  const fonts = await printFonts(JSON.stringify(sheet), sheet.language)
  const registered = new Set<string>()
  for (const { name, font } of Object.values(fonts).flat()) {
    if (!registered.has(name)) document.registerFont(name, font)
    registered.add(name)
  }
  const widthOf = (runs: readonly Run[], size: number): number =>
    runs.reduce((sum, run) => sum + document.font(run.font).fontSize(size).widthOfString(run.text), 0)

  const write = (text: string, placing: Placing): void => {
    const { width } = placing
    let { size } = placing
    const style = fonts[placing.style ?? 'text']
    let runs = runsOf(text, style)
    let taken = widthOf(runs, size)
    // A number that does not fit is drawn smaller and never cut; other texts end in an ellipsis.
    if (width !== undefined && taken > width && placing.style === 'figures') {
      size *= width / taken
      taken = width
    }
    for (let letters = [...text]; width !== undefined && taken > width && letters.length > 1;) {
      letters = letters.slice(0, -1)
      runs = runsOf(`${letters.join('')}…`, style)
      taken = widthOf(runs, size)
    }
    let x = placing.align === 'right' ? placing.x + (width ?? 0) - taken : placing.x
    for (const run of runs) {
      document.font(run.font).fontSize(size).fillColor(placing.color)
      // Fonts differ in height: all share one baseline.
      document.text(run.text, x, placing.y + placing.size, { lineBreak: false, baseline: 'alphabetic' })
      x += document.widthOfString(run.text)
    }
  }
  const rowsOf = (text: string, width: number, size: number): string[] => {
    const rows: string[] = []
    for (const letter of text.replaceAll(/\s+/g, ' ')) {
      const row = (rows.at(-1) ?? '') + letter
      if (rows.length === 0 || widthOf(runsOf(row, fonts.text), size) > width) rows.push(letter.trim())
      else rows[rows.length - 1] = row
    }
    return rows
  }
  return { document, write, rowsOf }
}

type Run = { font: string; text: string }

/** Splits a text into runs of one font each: the first of the style that has the letter. */
function runsOf(text: string, fonts: readonly PrintFont[]): Run[] {
  const runs: Run[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const font = fonts.find(({ letters }) => letters === null || letters.has(code))?.name ?? ''
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}
