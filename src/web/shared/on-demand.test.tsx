import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
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

test('a chunk that does not load is an error where it is rendered, and is loaded again the next time', async () => {
  class Caught extends Component<{ children: ReactNode }> {
    override state = { message: '' }
    static getDerivedStateFromError = (error: Error) => ({ message: error.message })
    override render = () => this.state.message || this.props.children
  }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn<() => Promise<typeof Page>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(Page)
  const Loaded = onDemand(load)
  const { unmount } = render(
    <Caught>
      <Loaded name="one" />
    </Caught>,
  )
  expect(await screen.findByText('offline')).toBeDefined()
  unmount()
  render(<Loaded name="two" />)
  expect((await screen.findByRole('heading')).textContent).toBe('two')
})
