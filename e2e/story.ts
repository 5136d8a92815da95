import type { Story } from './story-state.ts'
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expectAccessible, newPerson, type Person } from './browser.ts'
import {
  answerAccount,
  approveDeposit,
  approveRegistration,
  enterOffice,
  approveWithdrawalFirst,
  payWithdrawal,
} from './operators.ts'
import { playThreeSpins } from './play-steps.ts'
import type { Program } from './program.ts'
import {
  convertComp,
  checkOtherPages,
  requestAccount,
  readReply,
  requestDeposit,
  requestWithdrawal,
  seeRequest,
} from './member-steps.ts'
import { checkHome, logOut, register, signIn } from './site-steps.ts'
import { translatorFor, type StoryLocale } from './texts.ts'
import { anySlot } from '#test/any-slot.ts'

/**
 * From registration to withdrawal: a guest registers, is approved, requests the bank account, deposits, plays, converts
 * comp and withdraws. Throws at the first fault.
 */
export async function wholeStory(walk: {
  program: Pick<Program, 'site' | 'office'>
  browser: Browser
  locale: StoryLocale
  width: number
  screens: string
  takesScreenshots: boolean
}): Promise<void> {
  await rm(walk.screens, { recursive: true, force: true })
  await mkdir(walk.screens, { recursive: true })
  const person = await newPerson(walk.browser, {
    width: walk.width,
    locale: walk.locale,
  })
  const story = beginStory(walk, person)
  const support = await enterOffice(story, walk.browser, 'support')
  const cashier = await enterOffice(story, walk.browser, 'cashier')
  const manager = await enterOffice(story, walk.browser, 'manager')
  try {
    await checkHome(story)
    await register(story)
    await approveRegistration(story, support)
    await signIn(story)
    await requestAccount(story)
    await answerAccount(story, support)
    await readReply(story)
    await requestDeposit(story, 100_000)
    await approveDeposit(story, cashier, { requested: 100_000, received: 95_000 })
    await seeRequest(story, 'deposit', { requested: 100_000, credited: 95_000, balance: 95_000 })
    const played = await playThreeSpins(story, 95_000)
    const balance = await convertComp(story, played)
    await requestWithdrawal(story, 20_000, balance)
    // The first payment to a member who has staked less than was credited takes two operators.
    await approveWithdrawalFirst(story, cashier, 20_000)
    await payWithdrawal(story, manager, 20_000)
    await seeRequest(story, 'withdraw', { requested: 20_000, credited: 20_000, balance: balance - 20_000 })
    await checkOtherPages(story)
    await logOut(story)
    for (const one of [person, support, cashier, manager]) one.expectNoFaults()
  } catch (error) {
    await person.page.screenshot({ path: join(walk.screens, 'where-it-ended.png') }).catch(() => undefined)
    throw error
  } finally {
    for (const one of [person, support, cashier, manager]) await one.close()
  }
}

function beginStory(walk: Parameters<typeof wholeStory>[0], person: Person): Story {
  const mark = randomBytes(3).toString('hex')
  const digits = String(Number.parseInt(mark, 16)).padStart(8, '0')
  let screen = 0
  const shoot: Story['shoot'] = async (page, name, options = { fullPage: false }) => {
    if (!walk.takesScreenshots) return
    screen += 1
    await page.screenshot({ ...options, path: join(walk.screens, `${String(screen).padStart(2, '0')}-${name}.png`) })
  }
  return {
    program: walk.program,
    locale: walk.locale,
    phone: walk.width < 600,
    t: translatorFor(walk.locale),
    member: {
      id: `guest${mark}`,
      password: 'lacquer-and-gilt-71',
      nick: walk.locale === 'ko' ? `달밤${mark}` : `moon${mark}`,
      owner: walk.locale === 'ko' ? '한가람' : 'Han Garam',
      phone: `010-${digits.slice(0, 4)}-${digits.slice(4)}`,
      account: `3333-01-${digits}`,
      pin: '5294',
    },
    person,
    page: person.page,
    names: { game: anySlot.names[walk.locale], company: 'Baize Studio' },
    shoot,
    check: async (page, name) => {
      await settle(page)
      await shoot(page, name)
      await expectAccessible(page, `${walk.locale} ${walk.width} ${name}`)
      const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (over > 0) throw new Error(`${name} overflows its width by ${over} px`)
    },
  }
}

/** Waits until finite animations have ended and images and fonts are loaded. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(`Promise.race([
    Promise.all([
      ...document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity && one.playState === 'running').map((one) => one.finished.catch(() => undefined)),
      ...[...document.images].filter((one) => !one.complete && one.loading !== 'lazy').map((one) => one.decode().catch(() => undefined)),
      document.fonts.ready,
    ]),
    new Promise((resolve) => setTimeout(resolve, 1500)),
  ]).then(() => undefined)`)
}
