import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SeedPair } from '#contract/slot.ts'
import { Button } from '#web/shared/button.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { CopyValue } from './copy-value.tsx'
import type { ListedPairs } from './use-seed-pairs.ts'
import style from './fairness-panel.module.css'

/** The member's seed pairs, newest first; each opens to its seeds and hashes. */
export function SeedPairs({ listed }: { listed: ListedPairs }): ReactNode {
  const t = useTranslations('play.fairness')
  const history = useTranslations('play.history')
  const common = useTranslations('common')
  const { pairs, maxCount, failed } = listed
  if (pairs?.length === 0) return null
  return (
    <section className={style.section}>
      <h3>{t('pairs')}</h3>
      {pairs === null && !failed && <Skeleton rows={2} height={44} />}
      {pairs?.map((pair) => (
        <Pair key={pair.pair} pair={pair} />
      ))}
      {failed && (
        <p role="alert">
          {t('pairsFailed')} <Button onClick={pairs === null ? listed.reload : listed.more}>{common('retry')}</Button>
        </p>
      )}
      {pairs !== null && pairs.length < maxCount && !failed && (
        <Button wide onClick={listed.more}>
          {history('more')}
        </Button>
      )}
      {pairs?.some((pair) => pair.serverSeed !== null) && <p className={style.rule}>{t('howToCheck')}</p>}
    </section>
  )
}

function Pair({ pair }: { pair: SeedPair }): ReactNode {
  const t = useTranslations('play.fairness')
  const rounds =
    pair.lastNonce === null
      ? t('noRounds')
      : t('rounds', { first: String(pair.firstNonce), last: String(pair.lastNonce) })
  return (
    <details className={style.pair}>
      <summary>
        <span className={style.number}>{t('pairNumber', { pair: pair.pair })}</span>
        <span className={style.grow}>{rounds}</span>
        {pair.scheme === 'old' && <span className={style.mark}>{t('oldMark')}</span>}
        <span className={style.mark}>{t(pair.serverSeed === null ? 'inUse' : 'revealedMark')}</span>
      </summary>
      <dl className={style.list}>
        {pair.serverSeed === null ? (
          <div className={style.value}>
            <dt>{t('revealed')}</dt>
            <dd>{t('notRevealed')}</dd>
          </div>
        ) : (
          <CopyValue term={t('revealed')} value={pair.serverSeed} />
        )}
        <CopyValue term={t('serverSeedHash')} value={pair.serverSeedHash} />
        <CopyValue term={t('clientSeed')} value={pair.clientSeed} />
        {pair.nextServerSeedHash !== null && (
          <CopyValue term={t('nextServerSeedHash')} value={pair.nextServerSeedHash} />
        )}
      </dl>
    </details>
  )
}
