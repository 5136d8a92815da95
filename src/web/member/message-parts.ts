import type { BundledLocale } from '#i18n/locales.ts'
import { chosenLocale, currentMessages, type MessagesLoader } from './current-messages.ts'

/** The message parts besides the frame's own: each page lists those it needs, and each is loaded once. */
const loaders = {
  account: {
    ko: () => import('#i18n/ko/account.ts'),
    en: () => import('#i18n/en/account.ts'),
    jp: () => import('#i18n/jp/account.ts'),
    vn: () => import('#i18n/vn/account.ts'),
    cn: () => import('#i18n/cn/account.ts'),
    th: () => import('#i18n/th/account.ts'),
  },
  lobby: {
    ko: () => import('#i18n/ko/lobby.ts'),
    en: () => import('#i18n/en/lobby.ts'),
    jp: () => import('#i18n/jp/lobby.ts'),
    vn: () => import('#i18n/vn/lobby.ts'),
    cn: () => import('#i18n/cn/lobby.ts'),
    th: () => import('#i18n/th/lobby.ts'),
  },
  limits: {
    ko: () => import('#i18n/ko/limits.ts'),
    en: () => import('#i18n/en/limits.ts'),
    jp: () => import('#i18n/jp/limits.ts'),
    vn: () => import('#i18n/vn/limits.ts'),
    cn: () => import('#i18n/cn/limits.ts'),
    th: () => import('#i18n/th/limits.ts'),
  },
  live: {
    ko: () => import('#i18n/ko/live.ts'),
    en: () => import('#i18n/en/live.ts'),
    jp: () => import('#i18n/jp/live.ts'),
    vn: () => import('#i18n/vn/live.ts'),
    cn: () => import('#i18n/cn/live.ts'),
    th: () => import('#i18n/th/live.ts'),
  },
  records: {
    ko: () => import('#i18n/ko/records.ts'),
    en: () => import('#i18n/en/records.ts'),
    jp: () => import('#i18n/jp/records.ts'),
    vn: () => import('#i18n/vn/records.ts'),
    cn: () => import('#i18n/cn/records.ts'),
    th: () => import('#i18n/th/records.ts'),
  },
} as const satisfies Record<string, Readonly<Record<BundledLocale, MessagesLoader>>>

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
