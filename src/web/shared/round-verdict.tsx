import type { Verdict, Verification } from '#domain/games/verify-round.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'
import style from './round-verdict.module.css'

/** The verdict on one round, for the page of fairness and the game window. */

const texts = {
  proven: ['proven', 'provenText'],
  false: ['false', 'falseText'],
  void: ['void', 'voidText'],
  'not-revealed': ['notRevealed', 'notRevealedText'],
  'unknown-mathematics': ['unknown', 'unknownText'],
} as const satisfies Record<Verdict, readonly [string, string]>

const icons = {
  proven: 'check',
  false: 'close',
  void: 'info',
  'not-revealed': 'lock',
  'unknown-mathematics': 'info',
} as const satisfies Record<Verdict, IconName>

/** The plain verdict. */
export function RoundVerdict({ verification }: { verification: Verification }): ReactNode {
  const t = useTranslations('fairness.verdict')
  const { verdict, checks, round } = verification
  const text =
    verdict === 'proven' && isStakeOpen(checks)
      ? 'noWinText'
      : verdict === 'void' && round
        ? 'voidResultText'
        : texts[verdict][1]
  return <VerdictHead verdict={verdict}>{t(text, { units: round?.units ?? 0 })}</VerdictHead>
}

/** The name of a verdict, and a sentence about it. */
export function VerdictHead({ verdict, children }: { verdict: Verdict; children: ReactNode }): ReactNode {
  const t = useTranslations('fairness.verdict')
  return (
    <div className={style.verdict} data-verdict={verdict}>
      <span className={style.stamp}>
        <Icon name={icons[verdict]} size={28} />
      </span>
      <div>
        <h3 className={style.verdictTitle}>{t(texts[verdict][0])}</h3>
        <p>{children}</p>
      </div>
    </div>
  )
}

/** The key of the sentence about a verdict in the messages `fairness.verdict`. */
export function verdictText(verdict: Verdict): (typeof texts)[Verdict][1] {
  return texts[verdict][1]
}

/** Whether a proven record would hold with another stake as well. */
export function isStakeOpen(checks: Verification['checks']): boolean {
  return checks.some(({ check, proves }) => check === 'stake' && !proves)
}

/** Each check, with what differs. `events` is the name of what a round showed: the reels of a slot, or cards. */
export function RoundChecks({
  checks,
  events = 'events',
}: {
  checks: Verification['checks']
  events?: 'events' | 'cards'
}): ReactNode {
  const t = useTranslations('fairness.checks')
  return (
    <section aria-label={t('title')}>
      <ul className={style.checks}>
        {checks.map(({ check, holds, proves, stated, computed }) => (
          <li key={check} data-holds={holds && !proves ? 'open' : holds}>
            <span className={style.mark}>
              <Icon name={!holds ? 'close' : proves ? 'check' : 'info'} size={18} />
              <span className="visually-hidden">{t(!holds ? 'fails' : proves ? 'holds' : 'open')}</span>
            </span>
            <span className={style.checkName}>{t(check === 'events' ? events : check)}</span>
            {!proves && (
              <dl className={style.differ}>
                <div>
                  <dt>{t('stated')}</dt>
                  <dd>
                    <code className={style.code}>{stated}</code>
                  </dd>
                </div>
                {!holds && (
                  <div>
                    <dt>{t(check === 'stake' ? 'allowed' : 'computed')}</dt>
                    <dd>
                      <code className={style.code}>{computed === '' ? '-' : computed}</code>
                    </dd>
                  </div>
                )}
              </dl>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
