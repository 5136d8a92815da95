import { expect, test } from 'vitest'
import { canonicalJson } from '../math-hash.ts'
import { brokenTables } from '#test/broken-tables.ts'
import { readTableData } from './table-data.ts'
import { tableHashOf } from './table-game.ts'
import { tables } from './tables.ts'

const faultOf = (data: object): string | undefined => {
  const read = readTableData(JSON.stringify(data))
  return read?.kind === 'fault' ? read.fault.field : read?.kind
}

test.each(tables)('reads the data of $game.code, however they are written', ({ game }) => {
  const read = readTableData(JSON.stringify(game, null, 2))
  expect(read).toEqual({ kind: 'data', game, mathHash: tableHashOf(game) })
  expect(readTableData(canonicalJson(game))).toEqual(read)
})

test('reads nothing else as data', () => {
  for (const text of ['', '[]', '{}', JSON.stringify({ ...tables[0]?.game, mathHash: '' })]) {
    expect(readTableData(text)).toBeNull()
  }
})

test.each(brokenTables)('names a fault of %s', (field, data) => {
  expect(faultOf(data)).toBe(field)
})
