import { flexRender, tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './data-table.module.css'

/** The office's one table: rows come in the server's order, money stands right, and a row may be picked. */

const features = tableFeatures({})

export type TableColumn<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** `money` stands right in tabular figures; `narrow` is left out on a phone; a `short` word keeps to one line. */
  kind?: 'money' | 'narrow' | 'money narrow' | 'short'
}

/** `onPick` makes rows pickable by a click anywhere; the first cell should hold a button, for the keyboard. */
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
    cell: (info) => column.cell(info.row.original),
  }))
  const table = useTable({ features, columns, data: props.rows, getRowId: (row) => row.id })
  const kinds = new Map(props.columns.map((column) => [column.id, column.kind]))
  const { onPick } = props
  return (
    <div className={classes.scroll} tabIndex={-1}>
      <table className={classes.table} aria-label={props.label}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col" data-kind={kinds.get(header.column.id)}>
                  {flexRender(header.column.columnDef.header, header.getContext())}
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
                  {flexRender(cell.column.columnDef.cell, cell.getContext())}
                </td>
              ))}
            </Row>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A picked row is kept in sight while `j` and `k` walk the list. */
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
