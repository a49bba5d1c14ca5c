import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InClient, pageClient } from '../../../tests/support/client.tsx'
import { describeError } from '../../client/calls/describe.ts'
import { ApiError, HttpStatusError, NetworkError, TimeoutError } from '../../client/calls/index.ts'
import { i18nOf } from '../lib/i18n/index.ts'
import { InDialog } from './usePassing.ts'
import { ProblemLine } from './ProblemLine.tsx'
import { ToastHost } from './ToastHost.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A form that shows the error, on a page with its notices. */
function show(error: unknown, inDialog = false): void {
  const client = pageClient()
  render(
    <InClient client={client}>
      <main>
        <InDialog value={inDialog}>
          <ProblemLine problem={describeError(error, i18nOf(client))} />
        </InDialog>
      </main>
      <ToastHost />
    </InClient>,
  )
}
/** Elements with the text that a screen reader announces by themselves. */
const heard = (text: string) =>
  screen.getAllByText(text, { exact: false }).filter((one) => one.closest('[role=alert], [role=status], output'))

test.each([
  [new NetworkError('no answer'), 'Connection problem: no answer from the server.'],
  [new TimeoutError('late'), 'The system interface request timed out.'],
  [new HttpStatusError(502), 'System interface 502 exception.'],
  [new ApiError({ code: 500, msg: 'The server’s own words.' }), 'The server’s own words.'],
])('%s: a notice of 5 seconds tells it once, and the form keeps it', (error, text) => {
  show(error)
  expect(screen.getAllByText(text, { exact: false })).toHaveLength(2)
  expect(heard(text)).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(4_999))
  expect(screen.getAllByText(text, { exact: false })).toHaveLength(2)
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getAllByText(text, { exact: false })).toHaveLength(1)
  expect(heard(text)).toHaveLength(0)
})

test('in a dialog, which covers the notices, the form announces it', () => {
  show(new NetworkError('no answer'), true)
  expect(heard('Connection problem').filter((one) => one.closest('main'))).toHaveLength(1)
})

test('a refusal belongs to the form alone, which announces it', () => {
  show(new ApiError({ code: 601, msg: 'Not this one.', reason: 'lot.not_found' }))
  expect(heard('Not this one.')).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(heard('Not this one.')).toHaveLength(1)
})
