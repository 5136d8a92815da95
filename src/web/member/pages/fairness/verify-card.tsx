import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Card } from '#web/member/frame/page-frame.tsx'
import { useSession } from '#web/member/session/session.ts'
import { Link } from '#web/member/navigation.tsx'
import { Button, buttonClass } from '#web/shared/button.tsx'
import { TextArea } from '#web/shared/field.tsx'
import { OwnRounds } from './own-rounds.tsx'
import { useVerification } from './use-verification.ts'
import style from './fairness.module.css'

/** Verifies a round, with decisions too, a chain or a series: pasted, chosen from the member's own (also by `?round=`), or an example. */
export function VerifyCard(): ReactNode {
  const t = useTranslations('fairness.form')
  const verdict = useTranslations('fairness.verdict')
  const isMember = useSession().kind === 'member'
  const form = useVerification()
  const { verified, code } = form
  const result = useRef<HTMLElement>(null)
  // On phones the verdict is below the form.
  useEffect(() => {
    if (verified === null) return
    // The browser's own scrolling would leave the beginning of a tall result under the header.
    result.current?.focus({ preventScroll: true })
    result.current?.scrollIntoView({ block: 'start' })
  }, [verified])
  return (
    <Card title={t('title')} wide>
      <div className={style.form}>
        <form
          className={style.paste}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            form.verify()
          }}
        >
          <TextArea
            label={t('paste')}
            hint={t('hint')}
            error={form.problem}
            value={form.text}
            rows={5}
            spellCheck={false}
            autoComplete="off"
            className={style.record}
            onFocus={form.prepare}
            onChange={(event) => form.setText(event.target.value)}
          />
          <div className={style.buttons}>
            <Button type="submit" variant="gilt" busy={form.busy}>
              {t('verify')}
            </Button>
            <Button busy={form.busy} onClick={() => form.loadExample('examples.json')}>
              {t('example')}
            </Button>
            <Button busy={form.busy} onClick={() => form.loadExample('series.json')}>
              {t('exampleSeries')}
            </Button>
            <Button busy={form.busy} onClick={() => form.loadExample('decisions.json')}>
              {t('exampleDecisions')}
            </Button>
          </div>
          <output className={style.second}>{form.notice}</output>
        </form>
        <section className={style.own} aria-label={t('own')}>
          <h3 className={style.part}>{t('own')}</h3>
          {isMember ? <OwnRounds onChoose={form.loadOwn} /> : <GuestHint />}
        </section>
      </div>
      <section ref={result} tabIndex={-1} className={style.result} aria-label={verdict('title')}>
        {code !== null && verified?.kind === 'round' && <code.Verdict key={verified.record.nonce} {...verified} />}
        {code !== null && verified?.kind === 'chain' && <code.ChainVerdict {...verified} />}
        {code !== null && verified?.kind === 'decided' && <code.DecidedVerdict {...verified} />}
        {code !== null && verified?.kind === 'series' && <code.SeriesVerdict answer={verified} />}
      </section>
    </Card>
  )
}

function GuestHint(): ReactNode {
  const t = useTranslations('fairness.form')
  const frame = useTranslations('frame')
  return (
    <>
      <p className={style.second}>{t('guest')}</p>
      <div className={style.buttons}>
        <Link to="/login" className={buttonClass('plain')}>
          {frame('login')}
        </Link>
      </div>
    </>
  )
}
