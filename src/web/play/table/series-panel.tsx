import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { WireSeries } from '#contract/table.ts'
import type { SaltFault } from '#domain/games/table/salt-list.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import type { SeriesFault, SeriesReport } from '#domain/games/table/verify-series.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog } from '#web/shared/dialog.tsx'
import { useStore } from '#web/shared/store.ts'
import { CopyValue } from '#web/play/kit/copy-value.tsx'
import style from '#web/play/kit/fairness-panel.module.css'
import { PublicPageLink } from './public-page-link.tsx'
import type { SaltKeeper, SaltState } from './salt-keeper.ts'
import { seriesNumber, useSeriesText, verifiableSeries } from './series-text.ts'
import type { TableSource } from './table-source.ts'
import own from './series-panel.module.css'

/** So many series can be verified from here. */
const mostSeries = 5

/** The series in progress with its salts, this browser's part in it, and the verification of those whose links are revealed. */
export function SeriesPanel(props: {
  game: TableGame
  series: WireSeries
  seat: string
  salts: SaltKeeper
  loadSeries: TableSource['loadSeries']
  onClose: () => void
}): ReactNode {
  const { game, series, seat, salts, loadSeries, onClose } = props
  const t = useTranslations('table.fairness')
  const text = useSeriesText(game)
  const shared = useTranslations('play.fairness')
  const { part, faults } = useStore(salts.state)
  const parts = {
    none: text('partNone'),
    taking: t('partTaking'),
    mixed: t('partMixed'),
    late: text('partLate'),
  } as const satisfies Record<SaltState['part'], string>
  const phase = series.phase === 'hashes' || series.phase === 'salts' ? t(series.phase) : text(series.phase)
  return (
    <Dialog title={shared('title')} onClose={onClose} size="sheet">
      <div className={style.panel}>
        {faults.length > 0 && <SaltFaults faults={faults} />}
        <p>{text('text')}</p>
        <dl className={style.list}>
          <Fact term={text('number')} value={String(seriesNumber(game, series.firstLink))} />
          <Fact term={t('state')} value={phase} />
          <Fact term={t('part')} value={parts[part]} />
          <CopyValue term={t('chainEnd')} value={series.chainEnd} />
          <CopyValue term={t('previousLink')} value={series.previousLink} />
        </dl>
        {series.previousLink === series.chainEnd && <p className={style.note}>{t('firstSeries')}</p>}
        <SaltTable {...{ game, series, seat }} />
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

function SaltTable(props: { game: TableGame; series: WireSeries; seat: string }): ReactNode {
  const { game, series, seat } = props
  const t = useTranslations('table.fairness')
  const text = useSeriesText(game)
  const { entries, lateSeats, phase } = series
  const state = ({ salt, unmixed }: WireSeries['entries'][number]): string => {
    if (salt !== null) return t('mixed')
    return unmixed === null ? t('sealed') : t(unmixed)
  }
  return (
    <section className={style.section}>
      <h3>{t('list', { count: entries.length })}</h3>
      <p>{t('listNote')}</p>
      {entries.length === 0 && <p className={style.note}>{phase === 'hashes' ? t('listLater') : text('listEmpty')}</p>}
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
  game: TableGame
  firstLink: number
  report: SeriesReport | 'failed' | 'open' | 'loading'
  rounds: number
  /** For the page `/fairness`; null while nothing is verified. */
  evidence: string | null
}

function Verification(
  props: Pick<Parameters<typeof SeriesPanel>[0], 'game' | 'series' | 'salts' | 'loadSeries'>,
): ReactNode {
  const { game, series, salts, loadSeries } = props
  const t = useSeriesText(game)
  const common = useTranslations('table.fairness')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // The verdict stands below the buttons, and the panel is often longer than the window.
    if (verdict && verdict.report !== 'loading') section.current?.scrollIntoView({ block: 'end' })
  }, [verdict])
  const verifiable = verifiableSeries(game, series, mostSeries)
  const verify = async (firstLink: number) => {
    const without = { game, firstLink, rounds: 0, evidence: null }
    setVerdict({ ...without, report: 'loading' })
    const [record, code] = await Promise.all([
      loadSeries(series.table, firstLink),
      import('./verify-record.ts').catch(() => null),
    ])
    if (record === null || code === null) return setVerdict({ ...without, report: 'failed' })
    if (record.series.links.length === 0) return setVerdict({ ...without, report: 'open' })
    const kept = salts.keptOf(record.series)
    const report = code.verifyRecord(game, record, kept)
    const shown = record.rounds.filter(({ outcome }) => outcome !== null).length
    const rounds = shown - report.unrevealed.length
    return setVerdict({ game, firstLink, report, rounds, evidence: code.evidenceOf(record, kept) })
  }
  return (
    <section ref={section} className={style.section}>
      <h3>{t('verifyTitle')}</h3>
      <p>{t('verifyNote')}</p>
      {verifiable.length === 0 && <p className={style.note}>{t('notEnded')}</p>}
      <div className={style.row}>
        {verifiable.map((firstLink) => (
          <Button
            key={firstLink}
            busy={verdict?.firstLink === firstLink && verdict.report === 'loading'}
            onClick={() => void verify(firstLink)}
          >
            {t('verify', { number: String(seriesNumber(game, firstLink)) })}
          </Button>
        ))}
      </div>
      <output className={style.result}>{verdict && <VerdictText {...verdict} />}</output>
      {verdict !== null && verdict.evidence !== null && (
        <div className={style.row}>
          <CopyEvidence key={verdict.firstLink} evidence={verdict.evidence} />
          <PublicPageLink series={{ ...series, firstLink: verdict.firstLink }}>{common('publicPage')}</PublicPageLink>
        </div>
      )}
    </section>
  )
}

function CopyEvidence({ evidence }: { evidence: string }): ReactNode {
  const t = useTranslations('play.history')
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(evidence).then(() => setCopied(true))
  return (
    <Button variant="quiet" onClick={copy}>
      {t(copied ? 'copied' : 'copy')}
    </Button>
  )
}

function VerdictText({ game, firstLink, report, rounds }: Verdict): ReactNode {
  const t = useTranslations('table.fairness')
  const text = useSeriesText(game)
  const number = String(seriesNumber(game, firstLink))
  const faultText = (fault: SeriesFault): string => {
    switch (fault.kind) {
      case 'salts':
        return `${t(`fault.${fault.fault.kind}`)} ${fault.fault.seat}`
      case 'link':
        return t('linkFault', { number: fault.number })
      case 'round':
        return text('roundFault', { number: fault.index + 1 })
      case 'game':
        return t('gameFault')
    }
  }
  if (report === 'loading') return <p>{t('verifying')}</p>
  if (report === 'failed') return <p>{text('failed')}</p>
  if (report === 'open') return <p>{text('notRevealed', { number })}</p>
  if (report.faults.length === 0) {
    return (
      <>
        <p className={style.outcome}>{text('holds', { number, count: rounds })}</p>
        {!report.isSalted && <p>{text('unsalted')}</p>}
      </>
    )
  }
  return (
    <>
      <p className={style.wrong}>{text('broken', { number })}</p>
      <ul>
        {report.faults.slice(0, 10).map((fault) => (
          <li key={faultText(fault)}>{faultText(fault)}</li>
        ))}
      </ul>
    </>
  )
}
