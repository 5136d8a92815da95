import { htmlBounds, htmlFault } from '#domain/html-bounds.ts'
import { safeHtml } from '#server/safe-html.ts'
import type { FaultProgram } from './program.ts'

/** How long an operator's text may hold the event loop, in ms of processor time. */
const mostMs = 50
const megabyte = 1_000_000
const attempts = 20

/** The repeated unit of a text, and what comes before and after all of them. */
type Shape = { unit: string; head?: string; tail?: string }

const shapes: Readonly<Record<string, Shape>> = {
  'open tags': { unit: '<b>' },
  'closed tags': { unit: '<b>x</b>' },
  'tags closed by others': { unit: '<b></x>' },
  paragraphs: { unit: '<p>' },
  tables: { unit: '<table><tr><td>' },
  'list items': { unit: '<ul><li>' },
  brackets: { unit: '<' },
  'closing brackets': { unit: '>' },
  'brackets and blanks': { unit: '< ' },
  references: { unit: '&amp;' },
  'numeric references': { unit: '&#x41;' },
  ampersands: { unit: '&' },
  comments: { unit: '<!-- -->' },
  'unclosed comments': { unit: '<!--' },
  'one unclosed comment': { head: '<!--', unit: 'a -' },
  'closing tags': { unit: '</b>' },
  'attributes without values': { head: '<p ', unit: 'a ', tail: '>' },
  attributes: { head: '<p ', unit: 'a=1 ', tail: '>' },
  'declarations of a style': { head: '<p style="', unit: 'color:red;', tail: '">' },
  'blocks of a style': { head: '<p style="', unit: 'a{', tail: '">' },
  'brackets of a style': { head: '<p style="', unit: '(', tail: '">' },
  'rules of a style': { head: '<p style="', unit: '@a ', tail: '">' },
  'many styles': { unit: '<p style="color:#fff;color:red">x</p>' },
  'unknown elements': { unit: '<svg>x</svg>' },
  scripts: { unit: '<script>' },
  pictures: { unit: '<img src="/art/a.webp">' },
  links: { unit: '<a href="/x">y</a>' },
  'a long address': { head: '<a href="', unit: '&#0;', tail: '">' },
  'a long path': { head: '<img src="/art/', unit: 'a', tail: '!">' },
  blanks: { head: '<', unit: '\t' },
  text: { unit: '가' },
}

/** Measures how long HTML made to be slow holds the thread that sanitises it: 1 MB of it, and the most that is accepted. */
export const hostileHtml: FaultProgram = {
  description: 'HTML that operators make to be slow holds the event loop for 50 ms at most.',
  async run({ size, log }) {
    const faults: string[] = []
    let slowestRefused = 0
    let slowestAccepted = 0
    // Loads what the first text needs.
    safeHtml('<p style="color:#fff">x</p>')
    for (const [name, shape] of Object.entries(shapes)) {
      const whole = textOf(shape, megabyte)
      const refused = measure(() => htmlFault(whole) !== null)
      if (!refused.result) faults.push(`1 MB of ${name} is accepted`)
      slowestRefused = Math.max(slowestRefused, refused.ms)
      // The short form asserts no times.
      if (size === 'short') continue
      const text = longestAccepted(shape)
      const accepted = measure(
        (attempt) => htmlFault(text) === null && safeHtml(`${text}${' '.repeat(attempt)}`) !== '',
      )
      slowestAccepted = Math.max(slowestAccepted, accepted.ms)
      log(`${name}: 1 MB ${refused.ms.toFixed(1)} ms; ${text.length} characters accepted ${accepted.ms.toFixed(1)} ms`)
      for (const { ms } of [refused, accepted]) {
        if (ms > mostMs) faults.push(`${name} took ${ms.toFixed(0)} ms`)
      }
    }
    return {
      figures: {
        shapes: Object.keys(shapes).length,
        refusedMs: slowestRefused.toFixed(1),
        acceptedMs: slowestAccepted.toFixed(1),
      },
      faults,
    }
  },
}

function textOf({ head = '', unit, tail = '' }: Shape, length: number): string {
  return head + unit.repeat(Math.max(1, Math.floor((length - head.length - tail.length) / unit.length))) + tail
}

/** The longest text of a shape that no bound refuses, filled up with characters that are stored as references. */
function longestAccepted(shape: Shape): string {
  let [low, high] = [1, htmlBounds.characters]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (htmlFault(textOf(shape, middle)) === null) low = middle
    else high = middle - 1
  }
  const text = textOf(shape, low)
  const rest = 'a"\'가 '.repeat(Math.max(0, Math.floor((htmlBounds.characters - text.length) / 5)))
  return htmlFault(text + rest) === null ? text + rest : text
}

/** The processor time of one attempt, by many: it is counted in steps of some ms, and the machine may be busy. */
function measure(work: (attempt: number) => boolean): { ms: number; result: boolean } {
  let result = false
  const before = process.threadCpuUsage()
  for (let attempt = 1; attempt <= attempts; attempt += 1) result = work(attempt)
  const { user, system } = process.threadCpuUsage(before)
  return { ms: (user + system) / 1_000 / attempts, result }
}
