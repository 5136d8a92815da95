import { mostListed } from '#domain/games/listed-notes.ts'
import { mixOf, type SaltEntry } from '#domain/games/table/salt-list.ts'
import { notesOf, type SeriesNote } from '#domain/games/table/series-notes.ts'
import { placesOf, type SeriesPlace } from '#domain/games/table/series-places.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { tableByCode } from '#domain/games/table/tables.ts'
import type { SeriesFault } from '#domain/games/table/verify-series.ts'
import type { SeriesAnswer } from '#domain/games/verify-text.ts'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { Button } from '#web/shared/button.tsx'
import { Icon, type IconName } from '#web/shared/icons.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import verdictStyle from '#web/shared/round-verdict.module.css'
import { ShownOutcome } from './shown-outcome.tsx'
import fairness from './fairness.module.css'
import style from './series.module.css'

/** The verdict on a series of a table: in words, then every round as it is drawn again, the salts, and the values. */

const titles = {
  proven: ['proven', 'check'],
  false: ['false', 'close'],
  'not-revealed': ['notRevealed', 'lock'],
  'unknown-mathematics': ['unknown', 'info'],
} as const satisfies Record<SeriesAnswer['verdict'], readonly [string, IconName]>

const explanations = { proven: 'provenText', false: 'falseText', 'not-revealed': 'notRevealedText' } as const

/** The rounds that are shown at first, and the most of all: a pasted evidence may have many thousands. */
const shownFirst = 24
const mostShown = 1000

export function SeriesVerdict({ answer }: { answer: SeriesAnswer }): ReactNode {
  const t = useTranslations('fairnessSeries')
  const verdicts = useTranslations('fairness.verdict')
  const { verdict, evidence, report } = answer
  const [title, icon] = titles[verdict]
  const notes = report === null ? [] : notesOf(evidence, report, (reason) => t(`reason.${reason}`))
  const hasOwn = evidence.kept !== null && evidence.kept.own !== null
  return (
    <>
      <div className={verdictStyle.verdict} data-verdict={verdict}>
        <span className={verdictStyle.stamp}>
          <Icon name={icon} size={28} />
        </span>
        <div>
          <h3 className={verdictStyle.verdictTitle}>{verdicts(title)}</h3>
          <p>{verdict === 'unknown-mathematics' ? verdicts('unknownText') : t(explanations[verdict])}</p>
          {verdict === 'proven' && <p>{t(hasOwn ? 'ownMixed' : 'noOwn')}</p>}
        </div>
      </div>
      {report !== null && <Faults faults={report.faults} />}
      {notes.length > 0 && (
        <ul className={fairness.bounds}>
          {notes.map((one) => (
            <li key={one.note}>
              <NoteText note={one} />
            </li>
          ))}
        </ul>
      )}
      <Facts answer={answer} />
      {answer.report !== null && <Rounds kind={answer.game.kind} places={placesOf(evidence, answer.report)} />}
      <Salts entries={evidence.record.salts.entries} />
      <Values answer={answer} />
    </>
  )
}

function Faults({ faults }: { faults: readonly SeriesFault[] }): ReactNode {
  const t = useTranslations('fairnessSeries')
  if (faults.length === 0) return null
  return (
    <section aria-label={t('faultTitle')}>
      <ul className={verdictStyle.checks}>
        {faults.slice(0, mostListed).map((fault, index) => (
          // Faults never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} data-holds={false}>
            <span className={verdictStyle.mark}>
              <Icon name="close" size={18} />
            </span>
            <FaultText fault={fault} />
            {fault.kind === 'round' && (
              <dl className={verdictStyle.differ}>
                <div>
                  <dt>{t('shown')}</dt>
                  <dd>
                    <ShownOutcome outcome={fault.got} />
                  </dd>
                </div>
                {fault.expected !== null && (
                  <div>
                    <dt>{t('rounds')}</dt>
                    <dd>
                      <ShownOutcome outcome={fault.expected} />
                    </dd>
                  </div>
                )}
              </dl>
            )}
          </li>
        ))}
      </ul>
      {faults.length > mostListed && <p>{`+ ${faults.length - mostListed}`}</p>}
    </section>
  )
}

function FaultText({ fault }: { fault: SeriesFault }): ReactNode {
  const t = useTranslations('fairnessSeries.fault')
  if (fault.kind === 'salts') return <span>{t(fault.fault.kind, { seat: fault.fault.seat })}</span>
  if (fault.kind === 'game') return <span>{t('game')}</span>
  return <span>{t(fault.kind, { number: String(fault.kind === 'link' ? fault.number : fault.index + 1) })}</span>
}

function NoteText({ note }: { note: SeriesNote }): ReactNode {
  const t = useTranslations('fairnessSeries')
  if ('seats' in note) return t(note.note, { seats: note.seats })
  return 'rounds' in note ? t(note.note, { rounds: note.rounds }) : t(note.note)
}

function Facts({ answer: { evidence } }: { answer: SeriesAnswer }): ReactNode {
  const t = useTranslations('fairnessSeries')
  const locale = useLocaleCode()
  const { salts, rounds } = evidence.record
  const names = tableByCode(salts.game)?.names
  const name = names === undefined ? salts.game : names[locale]
  return (
    <dl className={`${fairness.facts} money`}>
      <div>
        <dt>{t('table')}</dt>
        <dd>
          {name} · {salts.table}
        </dd>
      </div>
      <div>
        <dt>{t('firstLink')}</dt>
        <dd>{salts.firstLink}</dd>
      </div>
      <div>
        <dt>{t('roundCount')}</dt>
        <dd>{rounds.length}</dd>
      </div>
    </dl>
  )
}

const stateIcons = {
  proven: 'check',
  false: 'close',
  open: 'lock',
  void: 'info',
  'passed-over': 'info',
} as const satisfies Record<SeriesPlace['state'], IconName>

function Rounds({ kind, places }: { kind: TableGame['kind']; places: readonly SeriesPlace[] }): ReactNode {
  const t = useTranslations('fairnessSeries')
  const [isOpened, setOpened] = useState(false)
  if (places.length === 0) return null
  const isWhole = isOpened || places.length <= shownFirst
  const title = t(places.some(({ drawn }) => drawn !== null) ? 'rounds' : 'shown')
  return (
    <div className={style.section}>
      <h3 className={fairness.part}>{title}</h3>
      {/* The list scrolls; it needs the focus to be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={style.scroll} tabIndex={0} aria-label={title}>
        <ol className={style.rounds} data-kind={kind}>
          {places.slice(0, isWhole ? mostShown : shownFirst).map((one) => (
            <Place key={one.place} place={one} />
          ))}
        </ol>
        {isWhole && places.length > mostShown && <p>{`+ ${places.length - mostShown}`}</p>}
      </section>
      {!isWhole && <Button onClick={() => setOpened(true)}>{t('showAll', { count: places.length })}</Button>}
    </div>
  )
}

function Place({ place: { place, state, shown, drawn } }: { place: SeriesPlace }): ReactNode {
  const t = useTranslations('fairnessSeries')
  const outcome = drawn ?? shown
  return (
    <li className={style.round} data-state={state}>
      <div className={style.roundHead}>
        <b>
          <span aria-hidden="true">{place}</span>
          <span className="visually-hidden">{t('round', { place: String(place) })}</span>
        </b>
        <span className={style.state}>
          <Icon name={stateIcons[state]} size={14} />
          <span className={state === 'proven' ? 'visually-hidden' : ''}>{t(`state.${state}`)}</span>
        </span>
      </div>
      {outcome !== null && <ShownOutcome outcome={outcome} />}
    </li>
  )
}

function Salts({ entries }: { entries: readonly SaltEntry[] }): ReactNode {
  const t = useTranslations('fairnessSeries')
  if (entries.length === 0) return <p className={fairness.second}>{t('noSalts')}</p>
  return (
    <div className={style.section}>
      <h3 className={fairness.part}>{t('salts', { count: entries.length })}</h3>
      {/* The list scrolls; it needs the focus to be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={style.salts} tabIndex={0} aria-label={t('salts', { count: entries.length })}>
        <ol>
          {entries.map(({ seat, saltHash, salt, unmixed }, index) => (
            // A dishonest list may have a seat twice.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} data-mixed={salt !== null}>
              <b>{seat}</b>
              <dl>
                <div>
                  <dt>{t('saltHash')}</dt>
                  <dd>
                    <code className={fairness.code}>{saltHash}</code>
                  </dd>
                </div>
                <div>
                  <dt>{t('salt')}</dt>
                  <dd>{unmixed === null ? <code className={fairness.code}>{salt}</code> : t(`reason.${unmixed}`)}</dd>
                </div>
              </dl>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

/** The most links that are listed: of a series there are as many as rounds, of a pasted text maybe many thousands. */
const mostLinks = 1000

function Values({ answer: { evidence, report } }: { answer: SeriesAnswer }): ReactNode {
  const t = useTranslations('fairnessSeries')
  const { salts, links } = evidence.record
  const values = [
    [t('chainEnd'), evidence.chainEnd],
    [t('previousLink'), salts.previousLink],
    // The mix of a list with faults is not defined.
    ...(report?.drawn ? [[t('mix'), mixOf(salts)] as const] : []),
    ...links
      .slice(0, mostLinks)
      .map((link, index) => [t('link', { number: String(salts.firstLink + index) }), link] as const),
  ] as const
  return (
    <details className={fairness.details}>
      <summary>{t('values')}</summary>
      <dl className={fairness.values}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code className={fairness.code}>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
