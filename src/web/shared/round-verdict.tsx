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
  const [title, text] = texts[verdict]
  const isStakeProven = checks.every(({ check, proves }) => check !== 'stake' || proves)
  return (
    <div className={style.verdict} data-verdict={verdict}>
      <span className={style.stamp}>
        <Icon name={icons[verdict]} size={28} />
      </span>
      <div>
        <h3 className={style.verdictTitle}>{t(title)}</h3>
        <p>
          {t(
            verdict === 'proven' && !isStakeProven
              ? 'noWinText'
              : verdict === 'void' && round
                ? 'voidResultText'
                : text,
            { units: round?.units ?? 0 },
          )}
        </p>
      </div>
    </div>
  )
}

/** Each check, with what differs. */
export function RoundChecks({ checks }: { checks: Verification['checks'] }): ReactNode {
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
            <span className={style.checkName}>{t(check)}</span>
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
