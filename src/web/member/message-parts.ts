import { load as account } from 'messages:account'
import { load as answers } from 'messages:answers'
import { load as faq } from 'messages:faq'
import { load as fairness } from 'messages:fairness'
import { load as home } from 'messages:home'
import { load as limits } from 'messages:limits'
import { load as live } from 'messages:live'
import { load as lobby } from 'messages:lobby'
import { load as play } from 'messages:play'
import { load as records } from 'messages:records'
import { load as series } from 'messages:series'
import { load as tiles } from 'messages:tiles'
import { load as watch } from 'messages:watch'
import { chosenLocale, currentMessages } from './current-messages.ts'

/** The message parts besides that of the frame: each page lists those it needs, and each is loaded once. */
const loaders = {
  account,
  answers,
  faq,
  fairness,
  home,
  limits,
  live,
  lobby,
  play,
  records,
  series,
  tiles,
  watch,
} as const

export type MessagePart = keyof typeof loaders

const loads = new Map<MessagePart, Promise<void>>()

/** Loads message parts; a failed part can be retried. */
export async function loadMessages(...parts: readonly MessagePart[]): Promise<void> {
  await Promise.all(parts.map(loadPart))
}

function loadPart(part: MessagePart): Promise<void> {
  const loading = loads.get(part)
  if (loading !== undefined) return loading
  const load = Promise.all([loaders[part][chosenLocale()](), hydrated()]).then(
    ([loaded]) => currentMessages.set({ ...currentMessages.get(), ...loaded.messages }),
    (error: unknown) => {
      loads.delete(part)
      throw error
    },
  )
  loads.set(part, load)
  return load
}

/** New messages render everything again, so hydration must be complete before they are set. */
function hydrated(): Promise<void> {
  const root = document.documentElement
  const isReady = () => root.dataset['ready'] !== undefined
  if (isReady()) return Promise.resolve()
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!isReady()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(root, { attributeFilter: ['data-ready'] })
  })
}
