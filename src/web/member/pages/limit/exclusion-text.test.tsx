import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { english, renderForMember, useFakeServer } from '#test/forms.tsx'
import { ExclusionText } from './exclusion-text.tsx'

const { exclusion, evidence } = english.limit
useFakeServer()

const since = '2026-11-22T03:00:00.000Z'
const until = '2027-05-22T03:00:00.000Z'
const lines = (): (string | null)[] => [...document.querySelectorAll('p')].map((line) => line.textContent)
const rest = [exclusion.text, exclusion.works, `${exclusion.ask} ${english.menu.help}`, evidence.text]

test('names the time, what is excluded, what stays possible, and where to ask', () => {
  renderForMember(<ExclusionText exclusion={{ kind: 'exclusion', since, until }} />)
  const [ends, began, ...others] = lines()
  expect(ends).toBe(exclusion.exclusion.replace('{date}', '2027-05-22 12:00'))
  expect(began).toBe(exclusion.since.replace('{date}', '2026-11-22 12:00'))
  expect(others).toEqual(rest)
  expect(screen.getByRole('link', { name: english.menu.help }).getAttribute('href')).toBe('/en/help')
})

test('without a beginning or an end says so', () => {
  renderForMember(<ExclusionText exclusion={{ kind: 'exclusion', since: null, until: null }} />)
  expect(lines()).toEqual([exclusion.ever, ...rest])
})
