import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { RegisterContact, RegisterDone, type RegisterOutcome } from './register-done.tsx'
import { AlreadySignedIn } from '#web/member/session/already-signed-in.tsx'
import { LazyJoinReasons } from '#web/member/session/lazy-sign-in-links.tsx'
import { useSession } from '#web/member/session/session.ts'
import { RegisterSteps } from './register-steps.tsx'
import { useRegisterRules } from './use-register-rules.ts'

/** Registration: three steps, then the result. */
export function Page(): ReactNode {
  const t = useTranslations('registration')
  const { data, error, refetch } = useRegisterRules()
  const session = useSession()
  const [done, setDone] = useState<RegisterOutcome | null>(null)
  if (done?.status === 'contact') return <RegisterContact contact={done.contact} />
  if (done !== null) return <RegisterDone id={done.id} pending={done.status === 'pending'} />
  if (session.kind === 'member') {
    return (
      <PageFrame title={t('title')} narrow>
        <Card>
          <AlreadySignedIn />
        </Card>
      </PageFrame>
    )
  }
  return (
    <PageFrame title={t('title')}>
      <Card>
        {data === undefined &&
          (error === null ? <Skeleton rows={5} height={64} /> : <Failure error={error} retry={() => void refetch()} />)}
        {data?.status === 'closed' && <p>{t('closed')}</p>}
        {data?.status === 'success' && <RegisterSteps rules={data} onDone={setDone} />}
      </Card>
      <LazyJoinReasons />
    </PageFrame>
  )
}
