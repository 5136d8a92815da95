import type { OfficeBodies, OfficeRouteName } from '#contract/office-api.ts'
import type { OfficeOperator } from '#contract/sign-in.ts'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useTranslations } from 'use-intl'
import { isLost, type ApiError, type ApiErrorKind } from '#web/shared/api-client.ts'
import { useRequestIds, type RequestIds } from '#web/shared/request-id.ts'
import { FactorMissing, officeCall, type OfficeReply } from './calls.ts'
import { mayCall, maySend } from './may-call.ts'

/** Hooks of the office pages: polled reads, and actions that report their outcome. */

/** Polling interval of reads while the page is visible. */
export const pollMs = 5_000

export type Me = {
  operator: OfficeOperator
  /** The time zone of all dates in the office. */
  timeZone: string
  /** Server time minus this browser's, in ms: ages do not depend on the browser's clock. */
  clockOffsetMs: number
  /** Since when payouts are stopped; null while they are allowed. */
  moneyOutStoppedSince: string | null
  /** Names of the games that a void round closed. */
  closedGames: readonly string[]
}

const MeContext = createContext<Me | null>(null)
export const MeProvider = MeContext

/** The signed-in operator. Only below the frame. */
export function useMe(): Me {
  const me = use(MeContext)
  if (me === null) throw new Error('useMe is for pages below the frame')
  return me
}

/** Whether the operator may make a call. */
export function useMayCall(name: OfficeRouteName): boolean {
  return mayCall(useMe().operator.roles, name)
}

/** Whether the operator may take over a request that another operator has claimed. */
export function useMayTakeOver(): boolean {
  return maySend(useMe().operator.roles, 'claim-request', 'takeOver')
}

/**
 * Reads with a call of the office API; `poll` repeats it, or computes the interval from the data. While a new page of a
 * list loads, the previous data stays.
 */
export function useOfficeRead<Name extends OfficeRouteName>(
  name: Name,
  body: OfficeBodies[Name],
  options: { poll?: boolean | ((data: OfficeReply<Name> | undefined) => number); enabled?: boolean } = {},
) {
  const { poll } = options
  return useQuery<OfficeReply<Name>, ApiError>({
    queryKey: [name, body],
    queryFn: ({ signal }) => officeCall(name, body, signal),
    enabled: options.enabled ?? true,
    refetchInterval: typeof poll === 'function' ? (query) => poll(query.state.data) : poll === true ? pollMs : false,
    refetchIntervalInBackground: false,
    placeholderData: keepPreviousData,
    retry: (count, error) => count < 1 && (isLost(error) || error.kind === 'busy' || error.kind === 'maintenance'),
    retryDelay: 1_000,
  })
}

/**
 * Runs an action. A call without a response is retried with the same request id, so it takes effect once. `then`
 * receives the response; afterwards all reads are refetched. Transport and HTTP errors are shown in a toast.
 */
export function useOfficeAction<Name extends OfficeRouteName>(name: Name, then: (answer: OfficeReply<Name>) => void) {
  const client = useQueryClient()
  const errorMessage = useErrorMessage()
  return useMutation<OfficeReply<Name>, ApiError, OfficeBodies[Name]>({
    mutationFn: (body) => officeCall(name, body),
    retry: (count, error) => count < 2 && isLost(error),
    retryDelay: 700,
    onSuccess: then,
    onError: (error) => {
      if (error.kind !== 'unauthenticated' && !(error instanceof FactorMissing)) showFailure(errorMessage(error))
    },
    onSettled: () => void client.invalidateQueries(),
  })
}

const messageKeys = {
  unauthenticated: 'broken',
  forbidden: 'forbidden',
  invalid: 'refused',
  busy: 'busy',
  maintenance: 'busy',
  timeout: 'lost',
  network: 'lost',
  gateway: 'lost',
  failed: 'broken',
} as const satisfies Record<ApiErrorKind, string>

/** Maps a call error to its message. */
export function useErrorMessage(): (error: ApiError) => string {
  const t = useTranslations('office.errors')
  return (error) => {
    const key = messageKeys[error.kind]
    return key === 'refused' ? t('refused', { fields: error.fields.join(', ') }) : t(key)
  }
}

/**
 * The request ids of a call on one item. Kept per operator: another operator who signs in on the same page never
 * repeats the first one's request.
 */
export function useOfficeRequestIds(name: OfficeRouteName, id: string): RequestIds {
  const { operator } = useMe()
  return useRequestIds(`${operator.id} ${name} ${id}`)
}

export function showSuccess(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4_000 })
}

export function showFailure(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 8_000 })
}
