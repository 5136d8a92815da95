import { listText, mostListed } from '#domain/games/listed-notes.ts'
import type { SeedChainReport } from '#domain/games/seed-chain.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Icon } from '#web/shared/icons.tsx'
import style from '#web/shared/round-verdict.module.css'

/** The verdict on a chain of seeds, in the words of the game window. */
export function ChainVerdict({ report, count }: { report: SeedChainReport; count: number }): ReactNode {
  const t = useTranslations('fairness.verdict')
  const play = useTranslations('play.fairness')
  const holds = report.faults.length === 0
  return (
    <>
      <div className={style.verdict} data-verdict={holds ? 'proven' : 'false'}>
        <span className={style.stamp}>
          <Icon name={holds ? 'check' : 'close'} size={28} />
        </span>
        <div>
          <h3 className={style.verdictTitle}>{t(holds ? 'proven' : 'false')}</h3>
          <p>{holds ? play('holds', { count }) : play('faultText')}</p>
        </div>
      </div>
      {!holds && (
        <ul className={style.checks}>
          {report.faults.slice(0, mostListed).map((fault) => (
            <li key={JSON.stringify(fault)} data-holds={false}>
              <span className={style.mark}>
                <Icon name="close" size={18} />
              </span>
              <span>{play('faultOf', { pair: fault.pair, fault: play(`fault.${fault.kind}`) })}</span>
              <dl className={style.differ}>
                <div>
                  <dt>{play('expected')}</dt>
                  <dd>
                    <code className={style.code}>{fault.expected || '-'}</code>
                  </dd>
                </div>
                <div>
                  <dt>{play('got')}</dt>
                  <dd>
                    <code className={style.code}>{fault.got || '-'}</code>
                  </dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      )}
      {report.faults.length > mostListed && <p>{`+ ${report.faults.length - mostListed}`}</p>}
      {report.oldPairs.length > 0 && <p>{play('oldPairs', { pairs: listText(report.oldPairs) })}</p>}
      {report.unwitnessedPairs.length > 0 && <p>{play('unwitnessed', { pairs: listText(report.unwitnessedPairs) })}</p>}
      {report.notChosenPairs.length > 0 && <p>{play('notChosen', { pairs: listText(report.notChosenPairs) })}</p>}
      {report.endedPairs.length > 0 && <p>{play('ended', { pairs: listText(report.endedPairs) })}</p>}
      {report.chosenAgain.length > 0 && <p>{play('chosenAgain', { pairs: listText(report.chosenAgain) })}</p>}
      {report.notSeenNumbers.length > 0 && <p>{play('notSeen', { rounds: listText(report.notSeenNumbers) })}</p>}
      {report.unknownGames.length > 0 && <p>{play('unknownGames', { rounds: listText(report.unknownGames) })}</p>}
    </>
  )
}
