import type { OfficeAnswers, OfficeBodies, OfficeOperator, OfficeRouteName } from '#contract/office.ts'
import type { OperatorRole } from '#contract/route.ts'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useTranslations } from 'use-intl'
import { officeCall, type OfficeCallError, type Trouble } from './calls.ts'

/** How the office's pages speak to the server: polled reads, and acts that say how they ended. */

/** Reads are asked again after this long while the page is in sight; two at a time at most. */
export const pollMs = 5_000

export type Me = {
  operator: OfficeOperator
  /** The time zone every date of the office is shown in. */
  timeZone: string
  /** Server time minus this browser's, in ms: ages do not depend on the browser's clock. */
  clockOffsetMs: number
  /** Since when no money leaves the house; null while it may. */
  moneyOutStoppedSince: string | null
}

const MeContext = createContext<Me | null>(null)
export const MeProvider = MeContext

/** Who is signed in. Only below the frame. */
export function useMe(): Me {
  const me = use(MeContext)
  if (me === null) throw new Error('useMe is for pages below the frame')
  return me
}

/** Whether the operator holds one of these roles. */
export function useMay(...roles: readonly OperatorRole[]): boolean {
  const { operator } = useMe()
  return roles.some((role) => operator.roles.includes(role))
}

/**
 * Reads a call of the office and, with `poll`, keeps reading it, as often as it says of what was read. While a new page
 * loads, the old one stays.
 */
export function useOfficeRead<Name extends OfficeRouteName>(
  name: Name,
  body: OfficeBodies[Name],
  options: { poll?: boolean | ((data: OfficeAnswers[Name] | undefined) => number); enabled?: boolean } = {},
) {
  const { poll } = options
  return useQuery<OfficeAnswers[Name], OfficeCallError>({
    queryKey: [name, body],
    queryFn: ({ signal }) => officeCall(name, body, signal),
    enabled: options.enabled ?? true,
    refetchInterval: typeof poll === 'function' ? (query) => poll(query.state.data) : poll === true ? pollMs : false,
    refetchIntervalInBackground: false,
    placeholderData: keepPreviousData,
    retry: (count, error) => count < 1 && (error.trouble === 'lost' || error.trouble === 'busy'),
    retryDelay: 1_000,
  })
}

/**
 * Makes an act. A call without an answer is asked again under the same request id, so it is done once. `then` gets the
 * answer; whatever it says, the lists are read again. Trouble at the door is told in a toast.
 */
export function useOfficeAct<Name extends OfficeRouteName>(name: Name, then: (answer: OfficeAnswers[Name]) => void) {
  const client = useQueryClient()
  const sayTrouble = useErrorMessage()
  return useMutation<OfficeAnswers[Name], OfficeCallError, OfficeBodies[Name]>({
    mutationFn: (body) => officeCall(name, body),
    retry: (count, error) => count < 2 && error.trouble === 'lost',
    retryDelay: 700,
    onSuccess: then,
    onError: (error) => {
      if (error.trouble !== 'signed-out') showFailure(sayTrouble(error))
    },
    onSettled: () => void client.invalidateQueries(),
  })
}

/** Puts trouble at the door into words. */
export function useErrorMessage(): (error: OfficeCallError) => string {
  const t = useTranslations('office.errors')
  return (error) => {
    const keys = {
      'signed-out': 'broken',
      forbidden: 'forbidden',
      busy: 'busy',
      lost: 'lost',
      broken: 'broken',
      refused: 'refused',
    } as const satisfies Record<Trouble, string>
    const key = keys[error.trouble]
    return key === 'refused' ? t('refused', { fields: error.fields.join(', ') }) : t(key)
  }
}

export function showSuccess(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4_000 })
}

export function showFailure(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 8_000 })
}
