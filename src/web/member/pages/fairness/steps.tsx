import type { RoundRecord } from '#domain/games/round-record.ts'
import type { RecordedDraw } from '#domain/games/recorded-draw.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import style from './fairness.module.css'

/** The computation of a round for readers who want every step: seeds, HMAC blocks and draws. */
export function Steps({
  record,
  round,
}: {
  record: RoundRecord
  round: { game: { code: string }; blocks: readonly string[]; draws: readonly RecordedDraw[] }
}): ReactNode {
  const t = useTranslations('fairness.steps')
  const { game, blocks, draws } = round
  return (
    <details className={style.details}>
      <summary>{t('title')}</summary>
      <dl className={style.values}>
        <div>
          <dt>{t('serverSeed')}</dt>
          <dd>
            <code className={style.code}>{record.serverSeed}</code>
          </dd>
        </div>
        <div>
          <dt>{t('clientSeed')}</dt>
          <dd>
            <code className={style.code}>{record.clientSeed}</code>
          </dd>
        </div>
        {blocks.map((block, index) => (
          <div key={block}>
            <dt>{t('block', { block: index })}</dt>
            <dd>
              <code className={style.code}>{block}</code>
              <span className={style.third}>
                HMAC-SHA256(…, <code>{`${record.clientSeed}:${game.code}:${record.nonce}:${index}`}</code>)
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {/* The table scrolls on phones; it needs the focus to be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={style.scroll} tabIndex={0} aria-label={t('draws')}>
        <table className={`${style.draws} money`}>
          <caption className="visually-hidden">{t('draws')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('draw')}</th>
              <th scope="col">{t('bytes')}</th>
              <th scope="col">{t('below')}</th>
              <th scope="col">{t('result')}</th>
            </tr>
          </thead>
          <tbody>
            {draws.map(({ words, below, result }, index) => {
              const word = words.at(-1) ?? ''
              return (
                // Draws never change their order.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={index}>
                  <td>{index + 1}</td>
                  <td>
                    <code>{word}</code> = {Number.parseInt(word, 16)}
                    {words.length > 1 && ` (${t('discarded')})`}
                  </td>
                  <td>{below}</td>
                  <td>{result}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </details>
  )
}
