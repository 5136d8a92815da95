import { expect, test } from 'vitest'
import { hostileHtml } from '../../scripts/faults/hostile-html.ts'
import { safeHtml } from './safe-html.ts'

test('keeps the elements of a notice', () => {
  const html =
    '<h2>점검 안내</h2><p style="color:#e8c177;text-align:center">오늘 <strong>04:00</strong></p><ul><li>입금</li></ul>'
  expect(safeHtml(html)).toBe(html)
  expect(safeHtml('<a href="/deposit">입금</a>')).toBe('<a href="/deposit">입금</a>')
  expect(safeHtml('<img src="/art/tile-a.1a2b.webp" alt="a" />')).toContain('src="/art/tile-a.1a2b.webp"')
})

test('keeps the spans of a table cell, at most 20 columns or rows', () => {
  const cells = (spans: string): string =>
    safeHtml(`<table><tbody><tr><th ${spans}>a</th><td ${spans}>b</td></tr></tbody></table>`)
  expect(cells('colspan="2" rowspan="20" scope="row"')).toBe(
    '<table><tbody><tr><th scope="row" colspan="2" rowspan="20">a</th><td colspan="2" rowspan="20">b</td></tr></tbody></table>',
  )
  for (const spans of [
    'colspan=1000 rowspan=65534',
    'colspan="21" rowspan="0000065534"',
    'COLSPAN=" 99" rowspan="+99"',
    'colspan="1e3" rowspan="99x"',
  ]) {
    const safe = cells(spans)
    for (const [, span] of safe.matchAll(/span="([^"]*)"/g)) expect(Number(span)).toBeLessThanOrEqual(20)
    expect(safeHtml(safe)).toBe(safe)
  }
  expect(cells('colspan=1000 rowspan="0"')).toBe(
    '<table><tbody><tr><th colspan="20">a</th><td colspan="20">b</td></tr></tbody></table>',
  )
})

test('an external link opens in a new window without a referrer', () => {
  expect(safeHtml('<a href="https://example.com/x" onclick="steal()">x</a>')).toBe(
    '<a href="https://example.com/x" target="_blank" rel="noopener noreferrer nofollow">x</a>',
  )
})

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://elsewhere.example/p.gif">',
  '<img src="//elsewhere.example/p.gif">',
  '<img src="/art/../api/x.png">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload=alert(1)>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '<form action="https://elsewhere.example"><input name=pw><button>go</button></form>',
  '<iframe src="https://elsewhere.example"></iframe>',
  '<object data="x"></object><embed src="x">',
  '<base href="https://elsewhere.example/">',
  '<meta http-equiv=refresh content="0;url=https://elsewhere.example">',
  '<link rel=stylesheet href="https://elsewhere.example/x.css">',
  '<style>body{background:url(https://elsewhere.example)}</style>',
  '<p style="background:url(https://elsewhere.example)">x</p>',
  '<p style="background-image:url(//elsewhere.example)">x</p>',
  '<p style="position:fixed;inset:0;color:red">x</p>',
  '<p style="color:expression(alert(1))">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jAvAsCrIpT&colon;alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#x6A;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//elsewhere.example">x</a>',
  '<a href="/\\elsewhere.example">x</a>',
  '<a href="http://elsewhere.example">x</a>',
  '<p onmouseover="alert(1)">x</p>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video src="https://elsewhere.example/v.mp4" autoplay></video>',
  '<audio src=x onerror=alert(1)></audio>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<p id="csrf" class="x" name="cookie">x</p>',
  '<input onfocus=alert(1) autofocus>',
]

test.each(hostile)('removes everything harmful from %s', (html) => {
  const safe = safeHtml(html)
  expect(safe).not.toMatch(/<(?!\/?(?:p|a|b|img)\b)/)
  expect(safe).not.toMatch(
    /\son\w+\s*=|script:|data:|url\(|elsewhere|expression|\bid=|\bclass=|\bname=|<img(?! src="\/art)/i,
  )
  expect(safeHtml(safe)).toBe(safe)
})

test('1 MB of HTML that is made to be slow is refused before it is sanitised', async () => {
  const { faults, figures } = await hostileHtml.run({ size: 'short', seed: 1, log: () => {} })
  expect(faults).toEqual([])
  expect(figures['shapes']).toBeGreaterThan(25)
})
