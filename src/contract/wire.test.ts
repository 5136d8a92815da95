import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { memberCallTable, playCallTable } from '#test/call-table.ts'
import { memberRoutes } from './member-api.ts'
import { officeRoutes } from './office-api.ts'
import { playRoutes } from './play-api.ts'
import { currentUser } from './member.ts'
import { amountIn, emptyOrLine, emptyOrText, html, line, someLine, someText, text } from './wire.ts'
import type { Route } from './route.ts'

describe('the statuses of the wire', () => {
  const calls = Object.entries({ ...memberCallTable, ...playCallTable })
  it.each(calls.map(([name, [, statuses]]) => [name, statuses] as const))('%s answers: %s', (name, statuses) => {
    const routes: Readonly<Record<string, Route>> = { ...memberRoutes, ...playRoutes }
    expect(Object.keys(routes[name]?.answers ?? {}).join(' ')).toBe(statuses)
  })

  it('spell the current user as the specification does (spec §3)', () => {
    expect(Object.keys(currentUser.shape)).toEqual(
      'userId nick phone rolling balance in_balance bankname bankOwner banknum level playType noteCount helpCount'.split(
        ' ',
      ),
    )
  })

  it('keep the specification’s own spellings', () => {
    expect(Object.keys(memberRoutes['get-casino-setting'].answers.success.shape)).toEqual(['casiono'])
    expect(Object.keys(memberRoutes['open-game'].body.shape)).toEqual(['code', 'company', 'timeStemp'])
    const request = memberRoutes['get-money-requests'].answers.success.shape.balances.element
    expect(request.shape.status.options).toEqual(['reg', 'wait', 'already', 'cansel'])
  })

  it('read every id and request id in lower case, so that capitals are the same request', () => {
    const [small, capitals] = ['0190a1b2-c3d4-7e5f-8a6b-0123456789ab', '0190A1B2-C3D4-7E5F-8A6B-0123456789AB']
    const routes: Readonly<Record<string, Route>> = {
      ...memberRoutes,
      ...playRoutes,
      ...Object.fromEntries(Object.entries(officeRoutes).map(([name, route]) => [`office ${name}`, route])),
    }
    const read = Object.entries(routes).flatMap(([name, { body }]) => {
      const fields = body instanceof z.ZodObject ? Object.entries<z.ZodType>(body.shape) : []
      return fields
        .filter(([, field]) => field.safeParse(capitals).success && !field.safeParse('not-an-id').success)
        .map(([field, schema]) => [`${name} ${field}`, schema.parse(capitals)])
    })
    expect(read).toContainEqual(['spin requestId', small])
    expect(read).toContainEqual(['office approve-deposit id', small])
    expect(read.filter(([, value]) => value !== small)).toEqual([])
  })

  it('never read an invalid amount as an amount', () => {
    for (const wrong of [
      '',
      ' ',
      '-1',
      '+1',
      '1e3',
      '1,000',
      '0x1',
      '1.23456',
      '01',
      '.5',
      '5.',
      'NaN',
      -1,
      0.5,
      2 ** 53,
      null,
      true,
      {},
    ]) {
      expect(amountIn.safeParse(wrong).success).toBe(false)
    }
    expect(amountIn.parse('1284500.25')).toBe(12_845_002_500n)
    expect(amountIn.parse(0)).toBe(0n)
  })
})

describe('texts', () => {
  it.each(['A\u202etxt.exe', 'a\u0007', 'a\u2066b'])('%j is refused: what is read is what is stored', (value) => {
    expect([text(20), line(20), someText(20), someLine(20)].map((type) => type.safeParse(value).success)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it.each(['', ' ', '\u200b', '\u3164', '\u115f\u1160', '\uffa0 ', '\u2800', '\u00ad\u034f', '\ufe0f', '\u0301'])(
    '%j is no text: somebody must write at least one visible character',
    (value) => {
      expect([someText(20), someLine(20)].map((type) => type.safeParse(value).success)).toEqual([false, false])
      const orEmpty = [emptyOrLine(20), emptyOrText(20)].map((type) => type.safeParse(value).success)
      expect(orEmpty).toEqual([value.trim() === '', value.trim() === ''])
    },
  )

  it.each(['가', 'ㄱ\u3164', '한\u200b', '!', '7', '₩', '😀', 'é'])('%j is a text', (value) => {
    expect([someText(20), someLine(20), emptyOrLine(20)].every((type) => type.safeParse(value).success)).toBe(true)
  })

  it.each([
    '<p>\u3164</p>',
    '<p>&nbsp;&#8203;</p><br>',
    '<div style="color:#ffffff"><span>\u200b</span>&#x3164;</div>',
    '<script>alert(1)</script><p> </p>',
    '<!-- text -->',
    '<p title="text">',
    '<p',
  ])('%j is no HTML that a reader sees', (value) => {
    expect(html.safeParse(value).success).toBe(false)
  })

  it.each([
    '<p>가</p>',
    '점검 중',
    '<p>&lt;</p>',
    '<p>&#x41;</p>',
    '<p><img src="/art/a.webp" alt=""></p>',
    'a < b',
    '&#9999999;',
  ])('%j is HTML with text or a picture', (value) => {
    expect(html.safeParse(value).success).toBe(true)
  })

  it('of HTML without an end are read once', () => {
    for (const part of ['<img ', '<script', '<!--', '<p ', '&#', '</script']) {
      const begun = performance.now()
      html.safeParse(part.repeat(200_000 / part.length))
      expect(performance.now() - begun).toBeLessThan(500)
    }
  })

  it('of several lines are not names or titles', () => {
    expect([text(20), someText(20)].map((type) => type.safeParse('a\nb').success)).toEqual([true, true])
    expect([line(20), someLine(20)].map((type) => type.safeParse('a\nb').success)).toEqual([false, false])
  })
})
