import { call } from '#web/shared/api.ts'
import { createStore, useStore } from '#web/shared/store.ts'
import { toast } from '#web/shared/toasts.tsx'
import { useEffect } from 'react'
import { translate } from '#web/member/translate.ts'
import { session, useUser } from '#web/member/session/session.ts'
import { promptSignIn } from '#web/member/session/sign-in-dialog.tsx'

/** The favourite games of the member, updated optimistically; a change that the server refuses is reverted. */

const none: ReadonlySet<string> = new Set()
const favourites = createStore<ReadonlySet<string>>(none)
let owner: string | null = null

/** The codes of the favourite games; loaded once for each member who signs in. */
export function useFavourites(): ReadonlySet<string> {
  const userId = useUser()?.userId ?? null
  useEffect(() => {
    if (owner === userId) return
    owner = userId
    favourites.set(none)
    if (userId !== null) void load(userId)
  }, [userId])
  return useStore(favourites, none)
}

async function load(userId: string): Promise<void> {
  try {
    const { games } = await call('get-favourites', {}, { quiet: true })
    if (owner === userId) favourites.set(new Set(games.map((game) => game.code)))
  } catch {
    // The list stays empty; the next mount loads it again.
    if (owner === userId) owner = null
  }
}

/** Saves run one after the other, so that the last change wins. */
let lastSave: Promise<void> = Promise.resolve()

/** Adds or removes a favourite; guests are prompted to sign in first. */
export async function setFavourite(code: string, on: boolean): Promise<void> {
  if (session.get().kind === 'guest' && !(await promptSignIn('needed'))) return
  show(code, on)
  const saved = lastSave.then(() => save(code, on))
  lastSave = saved
  await saved
}

async function save(code: string, on: boolean): Promise<void> {
  try {
    const { status } = await call('set-favourite', { code, on })
    if (status === 'success') return
    show(code, !on)
    toast(translate(status === 'full' ? 'favourite.full' : 'messages.msg2002'), 'danger')
  } catch {
    show(code, !on)
    toast(translate('favourite.failed'), 'danger')
  }
}

function show(code: string, on: boolean): void {
  const next = new Set(favourites.get())
  if (on) next.add(code)
  else next.delete(code)
  favourites.set(next)
}
