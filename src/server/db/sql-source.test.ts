import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { journalKinds } from '#server/ledger/events.ts'
import { declarations, parseFunctionFile, readFunctionFiles } from './function-files.ts'
import { readMigrations } from './migrate.ts'

const db = join(import.meta.dirname, '../../../db')

describe('migrations', () => {
  test('landed files are frozen: each has the checksum of landed.sha256', async () => {
    const landed = await readFile(join(db, 'migrations/landed.sha256'), 'utf8')
    const files = await Promise.all(
      (await readMigrations()).map(async ({ name }) => {
        const text = await readFile(join(db, 'migrations', name), 'utf8')
        return `${createHash('sha256').update(text).digest('hex')}  ${name}`
      }),
    )
    // A new migration is added to the list when it lands; databases hold the checksums of those that have landed.
    expect(`${files.join('\n')}\n`).toBe(landed)
  })

  test('from 013 on they neither declare nor name a function, trigger or view of db/functions', async () => {
    const names = declarations(await readFunctionFiles(join(db, 'functions'), 'baize_app')).map(
      ({ object }) => object.name,
    )
    const wrong = (await readMigrations())
      .filter(({ number }) => number >= 13)
      .flatMap(({ name, text }) => {
        // A kind of event may have the name of a function.
        const statements = text.replaceAll(/--.*$/gm, '').replaceAll(/(?<=VALUES \([0-9]+, )'[a-z_]+'/g, "''")
        const found = names.filter((word) => new RegExp(String.raw`\b${word}\b`).test(statements))
        const declares = /\b(FUNCTION|TRIGGER|VIEW|PROCEDURE)\b/i.exec(statements)?.[0]
        return [...found, ...(declares === undefined ? [] : [declares])].map(
          (word) => `${name} names ${word}: it belongs to db/functions`,
        )
      })
    expect(wrong).toEqual([])
  })
})

describe('function files', () => {
  test('kinds and sources are written by name, never by number', async () => {
    const wrong: string[] = []
    for (const { path } of await readFunctionFiles(join(db, 'functions'), 'baize_app')) {
      const text = await readFile(join(db, 'functions', path), 'utf8')
      text.split('\n').forEach((line, index) => {
        if (/\b(kind|source)\s*(=|<>|IN \(|:=)\s*\(?\d/.test(line)) wrong.push(`${path}:${index + 1} ${line.trim()}`)
      })
    }
    expect(wrong).toEqual([])
  })

  test('names are filled in from the lists in TypeScript', () => {
    const text = [
      'CREATE OR REPLACE FUNCTION f(p int) RETURNS boolean LANGUAGE sql AS $$',
      '  SELECT p IN (${kinds.bet, spin}) OR p = ${kind.issue} -- a ; in a comment',
      '$$;',
      'GRANT EXECUTE ON FUNCTION f TO ${role.app};',
    ].join('\n')
    const { statements } = parseFunctionFile('f.sql', text, 'odd "role"')
    expect(statements.map(({ line, object }) => [line, object.kind])).toEqual([
      [1, 'function'],
      [4, 'rights'],
    ])
    expect(statements[0]?.text).toContain(
      `p IN (${journalKinds.bet}, ${journalKinds.spin}) OR p = ${journalKinds.issue} `,
    )
    expect(statements[1]?.text).toBe('GRANT EXECUTE ON FUNCTION f TO "odd ""role"""')
  })

  test.each([
    ['SELECT 1;\n', /db\/functions\/x\.sql line 1: only CREATE OR REPLACE/],
    ['-- one\n\nCREATE TABLE t (id int);', /line 3: only CREATE OR REPLACE/],
    ['--\nCREATE OR REPLACE VIEW v AS SELECT ${kind.bett};', /line 2: there is no name \$\{kind\.bett\}/],
    ['${toString}', /line 1: there is no name \$\{toString\}/],
    ['${kinds.bet, constructor}', /line 1: there is no name/],
  ])('%j is refused with file and line', (text, message) => {
    expect(() => parseFunctionFile('x.sql', text, 'baize_app')).toThrow(message)
  })

  test('an object that two files declare is refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baize-functions-'))
    try {
      await mkdir(join(folder, 'ledger'))
      await writeFile(join(folder, 'a.sql'), 'CREATE OR REPLACE VIEW v AS SELECT 1 AS one;')
      await writeFile(join(folder, 'ledger/b.sql'), '\nCREATE OR REPLACE VIEW v AS SELECT 2 AS two;')
      await expect(readFunctionFiles(folder, 'baize_app')).rejects.toThrow(
        'db/functions/ledger/b.sql line 2: the view v is declared in a.sql too',
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
