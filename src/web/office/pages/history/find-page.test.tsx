import type { FoundRound } from '#contract/history.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { english, eventually, expectText, press, renderForOperator, type, useFakeServer } from '#test/forms.tsx'
import { FindPage } from './find-page.tsx'

const { common, history: texts } = english.office
const server = useFakeServer()
const id = '0197cccc-0000-7000-8000-000000000001'
const names = { ko: '바카라', en: 'Baccarat', jp: '', vn: '', cn: '' }
const found: FoundRound = {
  kind: 'table',
  id,
  brand: 'nocturne',
  names,
  number: 120,
  at: '2026-01-01T00:00:00Z',
  member: null,
}

beforeEach(() => {
  location.hash = ''
})

test('a round is found by what is typed and opens on the page of its kind', async () => {
  server.reply('get-found-rounds', { status: 'success', rounds: [found] })
  renderForOperator(<FindPage id={null} />)
  await expectText(texts.searchHint)
  expect(server.sent('get-found-rounds')).toEqual([])
  type(common.search, 'baccarat 120')
  await eventually(() => expect(server.sent('get-found-rounds')).toMatchObject([{ text: 'baccarat 120' }]))
  await screen.findByText(texts.kinds.table)
  press('No. 120')
  await eventually(() => expect(location.href).toContain(`/tables/${id}`))
})

test('an id that names no round says so', async () => {
  server.reply('get-found-rounds', { status: 'success', rounds: [] })
  renderForOperator(<FindPage id={id} />)
  await screen.findByText(texts.none)
  expect(server.sent('get-round')).toEqual([])
})
