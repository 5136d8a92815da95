import type { OfficeMatch } from '#contract/registration.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import classes from './person-matches.module.css'

/** Other accounts that may be of the same person: by what they match, and whether they are restricted. */
export function PersonMatches(props: { matches: readonly OfficeMatch[] }): ReactNode {
  const t = useTranslations('office.registration')
  if (props.matches.length === 0) return <span className={classes.none}>{t('noMatches')}</span>
  return (
    <ul className={classes.list} aria-label={t('matches')}>
      {props.matches.map((match, index) => (
        <li key={match.id ?? `other ${index}`}>
          {match.id === null ? (
            t('otherBrand')
          ) : (
            <>
              <Link to={`/members/${match.id}`}>{match.userId}</Link>
              <span className={classes.brand}> {match.brand}</span>
            </>
          )}
          <Condition match={match} />
          <span className={classes.by}>{match.by.map((kind) => t(`matchKinds.${kind}`)).join(', ')}</span>
        </li>
      ))}
    </ul>
  )
}

function Condition({ match }: { match: OfficeMatch }): ReactNode {
  const t = useTranslations('office.registration')
  if (match.excluded) return <strong className={classes.restricted}> {t('restricted')}</strong>
  if (match.status === 'blocked') return <strong className={classes.restricted}> {t('blocked')}</strong>
  if (match.status === 'active') return null
  return <span className={classes.brand}> {t(match.status === 'pending' ? 'waiting' : 'wasRejected')}</span>
}
