import type { Page } from 'playwright-core'
import type { Person } from './browser.ts'
import type { Program } from './program.ts'
import type { Translate, StoryLocale } from './texts.ts'

/** What the steps of one member's journey share. */
export type Story = {
  program: Pick<Program, 'site' | 'office'>
  locale: StoryLocale
  phone: boolean
  t: Translate
  member: Member
  person: Person
  /** The site's page; the game and the office use pages of their own. */
  page: Page
  names: { game: string; company: string }
  /** Takes the next screenshot, where screenshots are taken. */
  shoot: (page: Page, name: string, options?: { fullPage: boolean }) => Promise<void>
  /** Checks a screen: no serious finding of axe, no horizontal overflow. Takes a screenshot. */
  check: (page: Page, name: string) => Promise<void>
}

/** The data of the new member, different in each run, so that journeys can run concurrently. */
export type Member = {
  id: string
  password: string
  nick: string
  owner: string
  phone: string
  account: string
  pin: string
}
