import { expect, test } from 'vitest'
import { depositAccountText, readBankAccount } from './deposit-account.ts'
import { siteLanguages } from './site-language.ts'

const account = { bank: '신한은행', number: '110-123-456789', owner: 'Nocturne' }

test('names the bank in the language of the reader, and leaves free text as it is', () => {
  expect(siteLanguages.map((language) => depositAccountText(account, language))).toEqual([
    '신한은행 110-123-456789 (예금주 Nocturne)',
    'Shinhan Bank 110-123-456789 (account holder: Nocturne)',
    '新韓銀行 110-123-456789（口座名義：Nocturne）',
    'Shinhan Bank 110-123-456789 (chủ tài khoản: Nocturne)',
    '新韩银行 110-123-456789（户名：Nocturne）',
  ])
  for (const language of siteLanguages) expect(depositAccountText({ text: '국민 1-2' }, language)).toBe('국민 1-2')
})

test('reads a bank by its name in any language, and says which part is wrong', () => {
  for (const bank of ['신한은행', ' shinhan bank', '新韓銀行']) {
    expect(readBankAccount({ bank, number: ' 110-123-456789 ', owner: ' Nocturne ' })).toEqual(account)
  }
  expect(readBankAccount({ ...account, bank: '녹턴은행' })).toEqual({ wrong: 'bank' })
  expect(readBankAccount({ ...account, number: '110-123-4567x' })).toEqual({ wrong: 'number' })
  expect(readBankAccount({ ...account, number: '12345' })).toEqual({ wrong: 'number' })
  expect(readBankAccount({ ...account, owner: ' ' })).toEqual({ wrong: 'owner' })
  expect(readBankAccount({ ...account, owner: 'x'.repeat(61) })).toEqual({ wrong: 'owner' })
})
