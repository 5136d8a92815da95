import { useEffect, useRef, type ReactNode } from 'react'
import classes from './data-table.module.css'

/** The table of the office: rows in server order, money right-aligned, rows optionally selectable. */

export type TableColumn<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /**
   * `money`: right-aligned tabular figures; `narrow`: hidden on phones; `short`: never wrapped; `long`: free text, the only one
   * whose words may be broken.
   */
  kind?: 'money' | 'narrow' | 'money narrow' | 'short' | 'long'
}

/** `onPick` makes rows selectable by a click anywhere; the first cell should contain a button for the keyboard. */
export function DataTable<Row extends { id: string }>(props: {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  picked?: string | null
  onPick?: (row: Row) => void
}): ReactNode {
  const { columns, onPick } = props
  return (
    <div className={classes.scroll} tabIndex={-1}>
      <table className={classes.table} aria-label={props.label}>
        <thead>
          <tr>
            {columns.map(({ id, header, kind }) => (
              <th key={id} scope="col" data-kind={kind}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <Row
              key={row.id}
              isPicked={props.picked === row.id}
              {...(onPick === undefined ? {} : { onPick: () => onPick(row) })}
            >
              {/* Called, not rendered as components: those would be new ones at each rendering, and a button that is
                  replaced between press and release gets no click. */}
              {columns.map(({ id, kind, cell }) => (
                <td key={id} data-kind={kind}>
                  {cell(row)}
                </td>
              ))}
            </Row>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A row; it is scrolled into view when `j` or `k` selects it. */
function Row(props: { isPicked: boolean; onPick?: () => void; children: ReactNode }): ReactNode {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (props.isPicked) row.current?.scrollIntoView({ block: 'nearest' })
  }, [props.isPicked])
  return (
    // The click is a shortcut for the pointer; the button in the row serves the keyboard.
    <tr
      ref={row}
      data-picked={props.isPicked || undefined}
      data-pickable={props.onPick !== undefined || undefined}
      onClick={props.onPick}
    >
      {props.children}
    </tr>
  )
}
