import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { AlreadySignedIn } from '#web/member/session/already-signed-in.tsx'
import { LazyJoinReasons } from '#web/member/session/lazy-sign-in-links.tsx'
import { takeReturnPath } from '#web/member/session/members-only.tsx'
import { useGoTo } from '#web/member/navigation.tsx'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { useSession } from '#web/member/session/session.ts'
import { SignInForm } from '#web/member/session/sign-in-form.tsx'
import { SignInLinks } from '#web/member/session/sign-in-links.tsx'

/** The login page; a signed-in member gets a link to the home page instead. */
export function Page(): ReactNode {
  const t = useTranslations('signIn')
  const isMember = useSession().kind === 'member'
  const goTo = useGoTo()
  return (
    <PageFrame title={t('title')} narrow={isMember}>
      <Card>
        {isMember ? (
          <AlreadySignedIn />
        ) : (
          <>
            <SignInForm onDone={() => goTo(takeReturnPath())} />
            <SignInLinks />
          </>
        )}
      </Card>
      {!isMember && <LazyJoinReasons />}
    </PageFrame>
  )
}
