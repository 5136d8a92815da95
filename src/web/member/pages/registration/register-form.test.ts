import { describe, expect, it } from 'vitest'
import { banks } from '#domain/registration.ts'
import { emptyDraft, faultsOf, formOf, playMoneyDraft, steps, type Draft } from './register-form.ts'

const rules = { minAge: 19, codeRequired: false, timeZone: 'Asia/Seoul' }
const good: Draft = {
  ...emptyDraft,
  id: 'moonrise',
  pw: 'paper-boat-7',
  pwAgain: 'paper-boat-7',
  nick: '달맞이',
  bankOwner: '김하늘',
  phone: '010-1234-5678',
  birth: '19900131',
  bankname: '카카오뱅크',
  banknum: '3333-01-1234567',
  exchange_pw: '2580',
  terms: true,
  privacy: true,
  adult: true,
}

describe('the registration draft', () => {
  it('is valid when the rules of the server find no fault', () => {
    expect(faultsOf(good, rules)).toEqual({})
  })

  it('reports the fault of each field before calling the server', () => {
    expect(faultsOf({ ...good, id: '가나다라' }, rules).id).toBe('characters')
    expect(faultsOf({ ...good, exchange_pw: '1234' }, rules).exchange_pw).toBe('sequence')
    expect(faultsOf({ ...good, bankname: '없는은행' }, rules).bankname).toBe('unknown')
    expect(faultsOf({ ...good, adult: false }, rules).agree).toBe('agree')
    expect(faultsOf({ ...good, code: '' }, { ...rules, codeRequired: true }).code).toBe('required')
  })

  it('is prefilled with a fictitious account for play money', () => {
    expect(faultsOf({ ...good, ...playMoneyDraft(banks) }, rules)).toEqual({})
  })

  it('compares the two passwords', () => {
    expect(faultsOf({ ...good, pwAgain: 'paper-boat-8' }, rules)).toEqual({ pwAgain: 'different' })
    expect(faultsOf({ ...good, pw: 'short', pwAgain: 'shor' }, rules)).toEqual({ pw: 'short' })
  })

  it('requires the second password also while the first is empty', () => {
    expect(faultsOf(emptyDraft, rules)).toMatchObject({ pw: 'required', pwAgain: 'required' })
    expect(faultsOf({ ...good, pwAgain: '' }, rules)).toEqual({ pwAgain: 'required' })
  })

  it('detects an underage birthday while other fields are still empty', () => {
    const year = new Date().getUTCFullYear() - 10
    expect(faultsOf({ ...emptyDraft, birth: `${year}0101` }, rules).birth).toBe('underage')
  })

  it('formats the birthday for the API and leaves out an empty code', () => {
    expect(formOf(good).birth).toBe('1990-01-31')
    expect(formOf({ ...good, birth: '1990-01-31' }).birth).toBe('1990-01-31')
    expect('code' in formOf(good)).toBe(false)
    expect('pwAgain' in formOf(good)).toBe(false)
  })

  it('shows every field in exactly one step', () => {
    const shown = steps.flat()
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown.toSorted()).toEqual(Object.keys(faultsOf(emptyDraft, { ...rules, codeRequired: true })).toSorted())
  })
})
