import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { WireSeries } from '#contract/table.ts'
import type { SaltFault } from '#domain/games/table/salt-list.ts'
import type { ShoeGame } from '#domain/games/table/table-game.ts'
import type { SeriesFault, SeriesReport } from '#domain/games/table/verify-series.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog } from '#web/shared/dialog.tsx'
import { useStore } from '#web/shared/store.ts'
import { CopyValue } from '#web/play/kit/copy-value.tsx'
import style from '#web/play/kit/fairness-panel.module.css'
import type { SaltKeeper, SaltState } from './salt-keeper.ts'
import type { TableSource } from './table-source.ts'
import own from './shoe-panel.module.css'

/** So many ended shoes can be verified from here. */
const mostShoes = 5

/** The shoe in progress with its salts, this browser's part in it, and the verification of those that have ended. */
export function ShoePanel(props: {
  game: ShoeGame
  series: WireSeries
  seat: string
  salts: SaltKeeper
  loadSeries: TableSource['loadSeries']
  onClose: () => void
}): ReactNode {
  const { game, series, seat, salts, loadSeries, onClose } = props
  const t = useTranslations('table.fairness')
  const shared = useTranslations('play.fairness')
  const { part, faults } = useStore(salts.state)
  const parts = {
    none: t('partNone'),
    taking: t('partTaking'),
    mixed: t('partMixed'),
    late: t('partLate'),
  } as const satisfies Record<SaltState['part'], string>
  return (
    <Dialog title={shared('title')} onClose={onClose} size="sheet">
      <div className={style.panel}>
        {faults.length > 0 && <SaltFaults faults={faults} />}
        <p>{t('text')}</p>
        <dl className={style.list}>
          <Fact term={t('shoe')} value={String(series.firstLink)} />
          <Fact term={t('state')} value={t(series.phase)} />
          <Fact term={t('part')} value={parts[part]} />
          <CopyValue term={t('chainEnd')} value={series.chainEnd} />
          <CopyValue term={t('previousLink')} value={series.previousLink} />
        </dl>
        <SaltTable series={series} seat={seat} />
        <Verification {...{ game, series, salts, loadSeries }} />
      </div>
    </Dialog>
  )
}

function Fact({ term, value }: { term: string; value: string }): ReactNode {
  return (
    <div className={style.fact}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function SaltFaults({ faults }: { faults: readonly SaltFault[] }): ReactNode {
  const t = useTranslations('table.fairness')
  return (
    <section className={style.faults} role="alert">
      <h3>{t('faultsTitle')}</h3>
      <ul>
        {faults.map(({ kind, seat }) => (
          <li key={`${kind} ${seat}`}>
            {t(`fault.${kind}`)} {seat}
          </li>
        ))}
      </ul>
    </section>
  )
}

function SaltTable({ series, seat }: { series: WireSeries; seat: string }): ReactNode {
  const t = useTranslations('table.fairness')
  const { entries, lateSeats, phase } = series
  const state = ({ salt, unmixed }: WireSeries['entries'][number]): string => {
    if (salt !== null) return t('mixed')
    return unmixed === null ? t('sealed') : t(unmixed)
  }
  return (
    <section className={style.section}>
      <h3>{t('list', { count: entries.length })}</h3>
      <p>{t('listNote')}</p>
      {entries.length === 0 && <p className={style.note}>{t(phase === 'hashes' ? 'listLater' : 'listEmpty')}</p>}
      <ul className={own.salts}>
        {entries.map((entry) => (
          <li key={entry.seat} className={own.salt}>
            <span className={own.seat}>
              {entry.seat}
              {entry.seat === seat && <b> · {t('part')}</b>}
            </span>
            <span>{state(entry)}</span>
            <code className={style.code}>{entry.salt ?? entry.saltHash}</code>
          </li>
        ))}
      </ul>
      {lateSeats.length > 0 && <p>{t('lateSeats', { seats: lateSeats.join(', ') })}</p>}
    </section>
  )
}

type Verdict = {
  shoe: number
  report: SeriesReport | 'failed' | 'open' | 'loading'
  rounds: number
  /** For the page `/fairness`; null while nothing is verified. */
  evidence: string | null
}

function Verification(
  props: Pick<Parameters<typeof ShoePanel>[0], 'game' | 'series' | 'salts' | 'loadSeries'>,
): ReactNode {
  const { game, series, salts, loadSeries } = props
  const t = useTranslations('table.fairness')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const last = series.phase === 'ended' ? series.firstLink : series.firstLink - 1
  const shoes = Array.from({ length: Math.min(mostShoes, last) }, (_, index) => last - index)
  const verify = async (shoe: number) => {
    setVerdict({ shoe, report: 'loading', rounds: 0, evidence: null })
    const [record, code] = await Promise.all([
      loadSeries(series.table, shoe),
      import('./verify-shoe.ts').catch(() => null),
    ])
    if (record === null || code === null) return setVerdict({ shoe, report: 'failed', rounds: 0, evidence: null })
    const rounds = record.rounds.filter(({ outcome }) => outcome !== null).length
    if (record.series.links.length === 0) return setVerdict({ shoe, report: 'open', rounds, evidence: null })
    const kept = salts.keptOf(record.series)
    const evidence = code.shoeEvidence(game, record, kept)
    return setVerdict({ shoe, report: code.verifyShoe(game, record, kept), rounds, evidence })
  }
  return (
    <section className={style.section}>
      <h3>{t('verifyTitle')}</h3>
      <p>{t('verifyNote')}</p>
      {shoes.length === 0 && <p className={style.note}>{t('notEnded')}</p>}
      <div className={style.row}>
        {shoes.map((shoe) => (
          <Button
            key={shoe}
            busy={verdict?.shoe === shoe && verdict.report === 'loading'}
            onClick={() => void verify(shoe)}
          >
            {t('verify', { number: String(shoe) })}
          </Button>
        ))}
      </div>
      <output className={style.result}>{verdict && <VerdictText {...verdict} />}</output>
      {verdict !== null && verdict.evidence !== null && <CopyEvidence key={verdict.shoe} evidence={verdict.evidence} />}
    </section>
  )
}

function CopyEvidence({ evidence }: { evidence: string }): ReactNode {
  const t = useTranslations('play.history')
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(evidence).then(() => setCopied(true))
  return (
    <div className={style.row}>
      <Button variant="quiet" onClick={copy}>
        {t(copied ? 'copied' : 'copy')}
      </Button>
    </div>
  )
}

function VerdictText({ shoe, report, rounds }: Verdict): ReactNode {
  const t = useTranslations('table.fairness')
  const number = String(shoe)
  const faultText = (fault: SeriesFault): string => {
    switch (fault.kind) {
      case 'salts':
        return `${t(`fault.${fault.fault.kind}`)} ${fault.fault.seat}`
      case 'link':
        return t('linkFault', { number: fault.number })
      case 'round':
        return t('roundFault', { number: fault.index + 1 })
      case 'game':
        return t('gameFault')
    }
  }
  if (report === 'loading') return <p>{t('verifying')}</p>
  if (report === 'failed') return <p>{t('failed')}</p>
  if (report === 'open') return <p>{t('notRevealed', { number })}</p>
  if (report.faults.length === 0) {
    return (
      <>
        <p className={style.outcome}>{t('holds', { number, count: rounds })}</p>
        {!report.isSalted && <p>{t('unsalted')}</p>}
      </>
    )
  }
  return (
    <>
      <p className={style.wrong}>{t('broken', { number })}</p>
      <ul>
        {report.faults.slice(0, 10).map((fault) => (
          <li key={faultText(fault)}>{faultText(fault)}</li>
        ))}
      </ul>
    </>
  )
}
