import type { CurrentUser } from '#contract/member.ts'
import { createStore, useStore } from '#web/shared/store.ts'
import { usePage } from '#web/member/page-data.ts'

/** The session as the browser has it (spec §4). */
export type Session =
  | { readonly kind: 'loading' }
  | { readonly kind: 'guest' }
  /** `held`: the money of withdrawals that are not decided; absent before the first health check. */
  | { readonly kind: 'member'; readonly user: CurrentUser; readonly held?: string }

const loading: Session = { kind: 'loading' }
export const guest: Session = { kind: 'guest' }

export const session = createStore<Session>(loading)

/** The session on screen; the markup of the server shows a guest, or a member whose figures are not loaded yet. */
export function useSession(): Session {
  const { maybeSignedIn } = usePage()
  return useStore(session, maybeSignedIn ? loading : guest)
}

/** The signed-in member, or null. */
export function useUser(): CurrentUser | null {
  const now = useSession()
  return now.kind === 'member' ? now.user : null
}

/** The money of the member's withdrawals that are not decided; `0` while it is unknown. */
export function useHeldMoney(): string {
  const now = useSession()
  return now.kind === 'member' ? (now.held ?? '0') : '0'
}
