import type { MemberAnswers } from '#contract/member-api.ts'
import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { Accordion, AccordionLine } from '#web/member/kit/accordion.tsx'
import { Link } from '#web/member/navigation.tsx'
import { useDuration } from './use-duration.ts'
import style from './help.module.css'

/** The questions in their order, each with the page that answers it best. */
const questions = {
  deposit: '/deposit',
  withdraw: '/withdraw',
  round: '/fairness',
  password: '/reset',
  limit: '/limits',
  comp: '/comp',
} as const
type Question = keyof typeof questions

/** Common questions before the form, so that nobody waits for an answer that is here. `times`: measured, null while unknown. */
export function Faq({ times }: { times: MemberAnswers['get-usual-times'] | null }): ReactNode {
  const t = useTranslations('helpFaq')
  const duration = useDuration()
  const [open, setOpen] = useState<Question | null>(null)
  const measured = (question: Question): number | null =>
    times !== null && (question === 'deposit' || question === 'withdraw') ? times[question] : null
  return (
    <Accordion>
      {(Object.keys(questions) as Question[]).map((question) => {
        const minutes = measured(question)
        return (
          <AccordionLine
            key={question}
            title={t(`${question}.question`)}
            meta=""
            open={open === question}
            onToggle={() => setOpen(open === question ? null : question)}
          >
            <div className={style.answer}>
              <p>{t(`${question}.answer`)}</p>
              {minutes !== null && <p>{t('measured', { time: duration(minutes) })}</p>}
              <Link to={questions[question]} className={buttonClass('plain')}>
                {t(`${question}.open`)}
              </Link>
            </div>
          </AccordionLine>
        )
      })}
    </Accordion>
  )
}
