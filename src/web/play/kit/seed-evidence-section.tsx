import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { listText } from '#domain/games/listed-notes.ts'
import type { SeedChainReport } from '#domain/games/seed-chain.ts'
import { Button } from '#web/shared/button.tsx'
import { useStore } from '#web/shared/store.ts'
import { loadOwnChain, saveOwnEvidence } from './seed-evidence.ts'
import { SeedFaults } from './seed-faults.tsx'
import type { SeedKeeper } from './seed-keeper.ts'
import style from './fairness-panel.module.css'

type Result = { kind: 'failed' } | { kind: 'verified'; report: SeedChainReport; count: number }

/** What this browser stored: compared with the whole chain, or saved with it as one JSON file. */
export function SeedEvidence({ seeds }: { seeds: SeedKeeper }): ReactNode {
  const t = useTranslations('play.fairness')
  useStore(seeds.state)
  const receipts = seeds.receipts()
  const [busy, setBusy] = useState<'verify' | 'download' | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const verify = async () => {
    setBusy('verify')
    // What is stored while the chain is loaded may be newer than the chain.
    const stored = seeds.stored()
    const [pairs, code] = await Promise.all([loadOwnChain(seeds.call), import('./verify-chain.ts').catch(() => null)])
    if (pairs === null || code === null) setResult({ kind: 'failed' })
    else setResult({ kind: 'verified', report: await code.verifyChain(stored, pairs), count: pairs.length })
    setBusy(null)
  }
  const download = async () => {
    setBusy('download')
    if (!(await saveOwnEvidence(seeds))) setResult({ kind: 'failed' })
    setBusy(null)
  }
  return (
    <section className={style.section}>
      <h3>{t('receipts')}</h3>
      <p>{t('receiptsText', { count: receipts.length })}</p>
      <div className={style.row}>
        <Button busy={busy === 'verify'} onClick={() => void verify()}>
          {t('verify')}
        </Button>
        <Button busy={busy === 'download'} onClick={() => void download()}>
          {t('download')}
        </Button>
      </div>
      <output className={style.result}>
        {result?.kind === 'failed' && t('pairsFailed')}
        {result?.kind === 'verified' && <Report {...result} />}
      </output>
    </section>
  )
}

function Report({ report, count }: { report: SeedChainReport; count: number }): ReactNode {
  const t = useTranslations('play.fairness')
  return (
    <>
      {report.faults.length === 0 ? <p className={style.outcome}>{t('holds', { count })}</p> : null}
      <SeedFaults faults={report.faults} />
      {report.oldPairs.length > 0 && <p>{t('oldPairs', { pairs: listText(report.oldPairs) })}</p>}
      {report.unwitnessedPairs.length > 0 && <p>{t('unwitnessed', { pairs: listText(report.unwitnessedPairs) })}</p>}
      {report.notChosenPairs.length > 0 && <p>{t('notChosen', { pairs: listText(report.notChosenPairs) })}</p>}
      {report.endedPairs.length > 0 && <p>{t('ended', { pairs: listText(report.endedPairs) })}</p>}
      {report.chosenAgain.length > 0 && <p>{t('chosenAgain', { pairs: listText(report.chosenAgain) })}</p>}
      {report.notSeenNumbers.length > 0 && <p>{t('notSeen', { rounds: listText(report.notSeenNumbers) })}</p>}
      {report.unknownGames.length > 0 && <p>{t('unknownGames', { rounds: listText(report.unknownGames) })}</p>}
    </>
  )
}
