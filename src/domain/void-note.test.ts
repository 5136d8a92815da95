import { expect, test } from 'vitest'
import { tables } from './games/table/tables.ts'
import { voidNote } from './void-note.ts'

test('a void note has the round, the amounts and the escaped reason in every language', () => {
  const [table] = tables
  if (!table) throw new Error('there is no table')
  const note = voidNote({
    names: table.names,
    number: 12,
    staked: 10_000_000n,
    returned: 19_500_000n,
    reason: 'a <b> & c',
  })
  for (const [language, { title, contents }] of Object.entries(note)) {
    expect({ language, title }).toEqual({ language, title: expect.stringContaining('12') })
    expect(title).toContain(table.names[language as keyof typeof table.names])
    expect(contents).toContain(language === 'vn' ? '1.000 won' : '1,000')
    expect(contents).toContain(language === 'vn' ? '1.950 won' : '1,950')
    expect(contents).toContain('a &lt;b&gt; &amp; c')
  }
})
