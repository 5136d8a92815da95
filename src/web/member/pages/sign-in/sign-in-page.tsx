import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { AlreadySignedIn } from '#web/member/session/already-signed-in.tsx'
import { takeReturnPath } from '#web/member/session/members-only.tsx'
import { useGoTo } from '#web/member/navigation.tsx'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { useSession } from '#web/member/session/session.ts'
import { SignInForm } from '#web/member/session/sign-in-form.tsx'
import { SignInLinks } from '#web/member/session/sign-in-links.tsx'

/** The login page; a signed-in member gets a link to the home page instead. */
export function Page(): ReactNode {
  const t = useTranslations('signIn')
  const session = useSession()
  const goTo = useGoTo()
  return (
    <PageFrame title={t('title')} narrow>
      <Card>
        {session.kind === 'member' ? (
          <AlreadySignedIn />
        ) : (
          <>
            <SignInForm onDone={() => goTo(takeReturnPath())} />
            <SignInLinks />
          </>
        )}
      </Card>
    </PageFrame>
  )
}
