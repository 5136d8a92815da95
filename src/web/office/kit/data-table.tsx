import { tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './data-table.module.css'

/** The table of the office: rows in server order, money right-aligned, rows optionally selectable. */

const features = tableFeatures({})

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
  const columns = props.columns.map((column): ColumnDef<typeof features, Row> => ({
    id: column.id,
    header: column.header,
  }))
  const table = useTable({ features, columns, data: props.rows, getRowId: (row) => row.id })
  const kinds = new Map(props.columns.map((column) => [column.id, column.kind]))
  // Called, not rendered as components: those would be new ones at each rendering, and a button that is replaced between
  // press and release gets no click.
  const cells = new Map(props.columns.map((column) => [column.id, column.cell]))
  const { onPick } = props
  return (
    <div className={classes.scroll} tabIndex={-1}>
      <table className={classes.table} aria-label={props.label}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col" data-kind={kinds.get(header.column.id)}>
                  {props.columns.find(({ id }) => id === header.column.id)?.header}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <Row
              key={row.id}
              isPicked={props.picked === row.id}
              {...(onPick === undefined ? {} : { onPick: () => onPick(row.original) })}
            >
              {row.getAllCells().map((cell) => (
                <td key={cell.id} data-kind={kinds.get(cell.column.id)}>
                  {cells.get(cell.column.id)?.(row.original)}
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
