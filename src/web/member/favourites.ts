import { call } from '#web/shared/api.ts'
import { createStore, useStore } from '#web/shared/store.ts'
import { toast } from '#web/shared/toasts.tsx'
import { useEffect } from 'react'
import { translate } from './translate.ts'
import { session, useUser } from './session.ts'
import { promptSignIn } from './sign-in-dialog.tsx'

/** The games the member has marked. A heart shows at once what was pressed; what the server refuses is taken back. */

const none: ReadonlySet<string> = new Set()
const marked = createStore<ReadonlySet<string>>(none)
let owner: string | null = null

/** The codes of the marked games; loaded once for each member who signs in. */
export function useFavourites(): ReadonlySet<string> {
  const userId = useUser()?.userId ?? null
  useEffect(() => {
    if (owner === userId) return
    owner = userId
    marked.set(none)
    if (userId !== null) void load(userId)
  }, [userId])
  return useStore(marked, none)
}

async function load(userId: string): Promise<void> {
  try {
    const { games } = await call('get-favourites', {}, { quiet: true })
    if (owner === userId) marked.set(new Set(games.map((game) => game.code)))
  } catch {
    // Hearts stay empty; the next visit asks again.
    if (owner === userId) owner = null
  }
}

/** One press after the other: the last one is what stays. */
let before: Promise<void> = Promise.resolve()

/** Marks a game or takes its mark away; guests are asked to sign in first. */
export async function setFavourite(code: string, on: boolean): Promise<void> {
  if (session.get().kind === 'guest' && !(await promptSignIn('needed'))) return
  show(code, on)
  const after = before.then(() => save(code, on))
  before = after
  await after
}

async function save(code: string, on: boolean): Promise<void> {
  try {
    const { status } = await call('set-favourite', { code, on })
    if (status === 'success') return
    show(code, !on)
    toast(translate(status === 'full' ? 'lobby.favouritesFull' : 'messages.msg2002'), 'danger')
  } catch {
    show(code, !on)
    toast(translate('lobby.favouriteFailed'), 'danger')
  }
}

function show(code: string, on: boolean): void {
  const next = new Set(marked.get())
  if (on) next.add(code)
  else next.delete(code)
  marked.set(next)
}
