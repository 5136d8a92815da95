import type { CurrentUser } from '#contract/member.ts'
import { withLocale } from '#i18n/locales.ts'
import { confirm } from '#web/shared/confirm.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { hasUnsavedInput } from './unsaved-input.ts'
import { goTo } from '#web/member/kit/go-to.ts'
import { currentLocale, translate } from '#web/member/translate.ts'
import { openLayers } from '#web/member/frame/arrival.ts'
import { session } from './session.ts'

/**
 * Announces new replies (msg2004), then new notes (msg2003) of the health check: each once, never over unsaved input, an
 * open dialog or another layer of the arrival. A reply may be about money, so it is a dialog; a note is a toast with a link.
 * The announced counts are stored per member, so a reload does not announce them again.
 */

type Announced = { help: number; note: number }

function keyOf(user: CurrentUser): string {
  return `announced:${user.userId}`
}

function announcedTo(user: CurrentUser): Announced {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(user)) ?? '{}') as Partial<Announced>
    return { help: Number(stored.help) || 0, note: Number(stored.note) || 0 }
  } catch {
    return { help: 0, note: 0 }
  }
}

function remember(user: CurrentUser, announced: Announced): void {
  try {
    localStorage.setItem(keyOf(user), JSON.stringify(announced))
  } catch {
    // Without storage a reload announces again.
  }
}

function isBusy(): boolean {
  const typing = document.activeElement?.matches('input, textarea, select, [role="combobox"]') ?? false
  return openLayers.get().size > 0 || typing || hasUnsavedInput() || document.querySelector('dialog[open]') !== null
}

let shownReplies = 0

/** For a page that shows an awaited reply itself and marks it as read: no reply is announced until `release` is called. */
export function holdReplies(): () => void {
  shownReplies += 1
  return () => {
    shownReplies -= 1
  }
}

/** Announces a count above the last announced one; a lower count (read, deleted) lowers the stored one. */
export function announce(user: CurrentUser): void {
  const last = announcedTo(user)
  const lowered = { help: Math.min(last.help, user.helpCount), note: Math.min(last.note, user.noteCount) }
  const hasHelp = user.helpCount > lowered.help && shownReplies === 0
  const news = hasHelp ? 'help' : user.noteCount > lowered.note ? 'note' : null
  if (news === null || isBusy()) return remember(user, lowered)
  remember(user, { ...lowered, [news]: news === 'help' ? user.helpCount : user.noteCount })
  void showAnnouncement(news).then(() => {
    if (news === 'help') announce(user)
  })
}

/** The last layer of the arrival is over: what waited for it is announced. */
openLayers.subscribe(() => {
  const now = session.get()
  if (now.kind === 'member' && openLayers.get().size === 0) announce(now.user)
})

async function showAnnouncement(news: 'help' | 'note'): Promise<void> {
  const path = `/${news}`
  if (location.pathname.endsWith(path)) return
  const open = translate('announce.read')
  if (news === 'note') {
    toast(translate('messages.msg2003'), 'info', {
      label: open,
      run: () => goTo(path),
      href: withLocale(currentLocale(), path),
    })
    return
  }
  const isWanted = await confirm({
    title: translate('messages.msg2004'),
    text: translate('announce.helps'),
    confirmLabel: open,
    cancelLabel: translate('announce.later'),
  })
  if (isWanted) goTo(path)
}
