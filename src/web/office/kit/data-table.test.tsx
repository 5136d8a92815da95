import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DataTable } from './data-table.tsx'

afterEach(cleanup)

function List({ name }: { name: string }) {
  return (
    <DataTable
      label="List"
      columns={[{ id: 'name', header: 'Name', cell: (row) => <button type="button">{row.name}</button> }]}
      rows={[{ id: 'one', name }]}
    />
  )
}

test('a refresh keeps the buttons of the rows, so that a press during it is not lost', () => {
  const { rerender } = render(<List name="before" />)
  const pressed = screen.getByRole('button')
  rerender(<List name="after" />)
  expect(screen.getByRole('button')).toBe(pressed)
  expect(pressed.textContent).toBe('after')
})
