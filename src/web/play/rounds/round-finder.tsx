import { useState, type ReactNode } from 'react'
import { gameByCode } from '#domain/games/catalogue.ts'
import type { Game } from '#domain/games/game.ts'
import { isLocale, offeredLocales, type Locale } from '#i18n/locales.ts'
import { seatGameByCode } from '#domain/games/seat-games.ts'
import { tableByCode } from '#domain/games/table/tables.ts'
import { seatCodes } from '#web/shared/seat-codes.ts'
import { kindLoaders } from '#web/play/table/kinds.ts'
import { roundKinds } from './find-round.ts'
import { tableScenes } from './scenes.ts'
import { seatScenes } from './seat-scenes.ts'
import style from './round-finder.module.css'

const sizes = ['1400x800', '390x844', '844x390', '667x375', '768x1024', '1024x700'] as const
const speeds = [0.25, 0.5, 1, 2, 4] as const

const kindsOf = { machine: roundKinds, table: tableScenes, seat: seatScenes } as const

/** Chooses machine, table or seat, kind, size and speed; the frame below shows the round. Events can be pasted as JSON. */
export function RoundFinder({ machines }: { machines: readonly Game[] }): ReactNode {
  const [machine, setMachine] = useState(machines[0]?.code ?? '')
  const [kind, setKind] = useState<string>('any')
  const [size, setSize] = useState<string>(sizes[0])
  const [speed, setSpeed] = useState('1')
  const [locale, setLocale] = useState<Locale>('ko')
  const [number, setNumber] = useState(1)
  const [events, setEvents] = useState('')
  const [shows, setShows] = useState(0)
  const nameOf = (code: string) =>
    (gameByCode(code) ?? tableByCode(code) ?? seatGameByCode(code))?.names[locale] ?? code
  const client = machine in kindLoaders ? 'table' : seatCodes.includes(machine) ? 'seat' : 'machine'
  const [width, height] = size.split('x').map(Number)
  const address = `?${new URLSearchParams({ bare: '1', [client]: machine, kind, speed, number: String(number), l: locale })}`
  const show = () => {
    // Pasted events replace those of the round that was found.
    if (events.trim() === '') sessionStorage.removeItem('rounds.pasted')
    else sessionStorage.setItem('rounds.pasted', events)
    setShows(shows + 1)
  }
  return (
    <main className={style.page}>
      <form className={style.tools} action={show}>
        <Choice
          label="Machine"
          value={machine}
          options={[...machines.map(({ code }) => code), ...Object.keys(kindLoaders), ...seatCodes]}
          nameOf={nameOf}
          onChange={setMachine}
        />
        <Choice label="Kind" value={kind} options={kindsOf[client]} onChange={setKind} />
        <Choice label="Size" value={size} options={sizes} onChange={setSize} />
        <Choice label="Speed" value={speed} options={speeds.map(String)} onChange={setSpeed} />
        <Choice
          label="Language"
          value={locale}
          options={offeredLocales}
          onChange={(one) => isLocale(one) && setLocale(one)}
        />
        <label>
          From number
          <input type="number" min="1" value={number} onChange={(event) => setNumber(Number(event.target.value))} />
        </label>
        <label className={style.events}>
          Events as JSON, such as a recorded round
          <textarea rows={1} value={events} onChange={(event) => setEvents(event.target.value)} />
        </label>
        <button type="submit">Show</button>
      </form>
      {shows > 0 && (
        <iframe
          key={`${shows} ${address}`}
          title="Round"
          src={address}
          width={width}
          height={height}
          className={style.frame}
        />
      )}
    </main>
  )
}

function Choice(props: {
  label: string
  value: string
  options: readonly string[]
  /** The text of an option; the option itself by default. */
  nameOf?: (option: string) => string
  onChange: (value: string) => void
}): ReactNode {
  return (
    <label>
      {props.label}
      <select value={props.value} onChange={(event) => props.onChange(event.target.value)}>
        {props.options.map((option) => (
          <option key={option} value={option}>
            {props.nameOf?.(option) ?? option}
          </option>
        ))}
      </select>
    </label>
  )
}
