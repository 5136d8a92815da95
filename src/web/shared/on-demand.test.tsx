import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { onDemand } from './on-demand.tsx'

function Page({ name }: { name: string }): ReactNode {
  return <h1>{name}</h1>
}

test('a component is shown as soon as its chunk is there, and at once when it was loaded before', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Page>()
  const load = vi.fn<() => Promise<typeof Page>>(() => promise)
  const Loaded = onDemand(load, <p>loading</p>)
  const { rerender } = render(<Loaded name="one" />)
  expect(screen.getByText('loading')).toBeDefined()
  await act(async () => {
    resolve(Page)
    await promise
  })
  // Nothing holds it back, as a fallback of Suspense would.
  expect(screen.getByRole('heading').textContent).toBe('one')
  rerender(<Loaded key="again" name="two" />)
  expect(screen.getByRole('heading').textContent).toBe('two')
  expect(load).toHaveBeenCalledTimes(1)
})
