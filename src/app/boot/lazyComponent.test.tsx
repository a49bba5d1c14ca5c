import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { holdWork } from '../lib/unsaved.ts'
import { Guard } from '../ui/Guard.tsx'
import { lazyComponent } from './lazyComponent.tsx'
import type { Client } from '../../client/client.ts'
import { chineseClient, InClient } from '../../../tests/support/client.tsx'

const NOT_COME = '页面的这一部分还没有加载出来。'
let client: Client
let answers: boolean
/** Number of requests for the chunk, and number of failures to come. */
let asked: number
let failures: number

beforeEach(async () => {
  answers = true
  asked = 0
  failures = 0
  // React logs each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', () =>
    answers ? Promise.resolve(new Response('ok')) : Promise.reject(new TypeError('no network')),
  )
  client = await chineseClient()
  await client.link.probe()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const load = () => {
  asked++
  return asked <= failures
    ? Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))
    : Promise.resolve(Loaded)
}
const Loaded = ({ name }: { readonly name: string }) => <p>{name} is here</p>
const Page = ({ part: Part }: { readonly part: ReturnType<typeof lazyComponent<{ readonly name: string }>> }) => (
  <InClient client={client}>
    <Guard fallback={(error) => <p>the page broke: {String(error)}</p>}>
      <h1>The page</h1>
      <Part name="menu" />
    </Guard>
  </InClient>
)

it('a file that is lost once while the server answers is asked for again, and no error is shown', async () => {
  failures = 1
  render(<Page part={lazyComponent(load)} />)
  await screen.findByText('menu is here')
  expect(asked).toBe(2)
})

it('one that does not come is told in its place, and comes with the link', async () => {
  failures = 1
  answers = false
  render(<Page part={lazyComponent(load)} />)
  await screen.findByText(NOT_COME)
  expect(screen.getByText('The page')).toBeTruthy()
  expect(asked).toBe(1)
  answers = true
  await act(client.link.probe)
  await screen.findByText('menu is here')
  expect(screen.queryByText(NOT_COME)).toBeNull()
})

it('one that does not come although the link works is asked for again, at longer and longer intervals', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  // Neither the first load, which is repeated at once, nor those after 4 s and 8 s.
  failures = 6
  // A room is never reloaded, so nothing else would bring the chunk.
  holdWork(client, 'room')
  render(<Page part={lazyComponent(load)} />)
  const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await passes(0)
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
  expect(asked).toBe(2)
  await passes(4_000)
  expect(asked).toBe(4)
  await passes(7_900)
  expect(asked).toBe(4)
  await passes(100)
  expect(asked).toBe(6)
  expect(screen.getByText(NOT_COME)).toBeTruthy()
  await passes(16_000)
  expect(screen.getByText('menu is here')).toBeTruthy()
})

it('comes by hand too, and a component that shows it anew begins anew', async () => {
  failures = 2
  answers = false
  const part = lazyComponent(load)
  render(<Page part={part} />)
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  await vi.waitFor(() => expect(asked).toBe(2))
  await screen.findByText(NOT_COME)
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('menu is here')
  cleanup()
  render(<Page part={part} />)
  await screen.findByText('menu is here')
  expect(asked).toBe(3)
})

it('one that was not asked for is not told', async () => {
  failures = 2
  answers = false
  render(<Page part={lazyComponent(load, { unasked: true })} />)
  render(<Page part={lazyComponent(load)} />)
  // Two chunks are missing, but only one message is shown.
  await screen.findByText(NOT_COME)
  expect(screen.getAllByText(NOT_COME)).toHaveLength(1)
  answers = true
  await act(client.link.probe)
  await vi.waitFor(() => expect(screen.getAllByText('menu is here')).toHaveLength(2))
})

it('one that breaks is for the boundary that keeps the page', async () => {
  render(<Page part={lazyComponent(() => Promise.resolve(Broken))} />)
  await screen.findByText(/the page broke: Error: a fault of ours/)
})
const Broken = (): never => {
  throw new Error('a fault of ours')
}
