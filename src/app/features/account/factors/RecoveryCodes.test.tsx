import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { InClient, pageClient } from '../../../../../tests/support/client.tsx'
import { ConfirmHost } from '../../../ui/ConfirmHost.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const onClose = vi.fn()
const saved = vi.fn((_blob: Blob) => 'blob:codes')
const revoked = vi.fn()

beforeEach(() => {
  // jsdom has no object URLs.
  vi.stubGlobal('scrollTo', () => {})
  Object.assign(URL, { createObjectURL: saved, revokeObjectURL: revoked })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'clipboard')
  Reflect.deleteProperty(document, 'execCommand')
})

async function opened() {
  const client = pageClient()
  const root = createRootRoute()
  const account = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <InClient client={client}>
        <RecoveryCodes codes={['1-ABCDE-FGHJK', '2-LMNPQ-RSTUV']} onClose={onClose} />
        <ConfirmHost />
      </InClient>
    ),
  })
  const other = createRoute({ getParentRoute: () => root, path: '/login', component: () => <p>other page</p> })
  const router = createRouter({ routeTree: root.addChildren([account, other]), history: createMemoryHistory() })
  render(<RouterProvider router={router} />)
  return { router, dialog: await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Your recovery codes' }) }
}
const escape = async (dialog: HTMLDialogElement) => {
  const event = new Event('cancel', { cancelable: true })
  await act(async () => {
    fireEvent(dialog, event)
    await Promise.resolve()
  })
  expect(event.defaultPrevented).toBe(true)
}
const press = async (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await new Promise((resolve) => setTimeout(resolve))
  })
const question = () => screen.queryByRole('dialog', { name: 'Close without saving the codes?' })

it('are not closed unsaved without a question', async () => {
  const { dialog } = await opened()
  await escape(dialog)
  expect(question()).not.toBeNull()
  await press('Cancel')
  expect([question(), onClose.mock.calls.length]).toEqual([null, 0])
  await escape(dialog)
  await press('Close without saving')
  expect(onClose).toHaveBeenCalledOnce()
})

it('the browser closes the dialog by itself at a second Escape: it opens again, with the question', async () => {
  const { dialog } = await opened()
  await act(async () => {
    dialog.close()
    fireEvent(dialog, new Event('close'))
    await Promise.resolve()
  })
  expect([dialog.open, question() !== null, onClose.mock.calls.length]).toEqual([true, true, 0])
})

it('another page is not opened over them without a question', async () => {
  const { router } = await opened()
  void router.navigate({ to: '/login' })
  await vi.waitFor(() => expect(question()).not.toBeNull())
  await press('Cancel')
  expect(screen.queryByText('other page')).toBeNull()
})

it('saved as a file they close at once; the file’s address lives on', async () => {
  const { dialog } = await opened()
  await press('Save as a file')
  expect(await saved.mock.calls[0]![0].text()).toBe('1-ABCDE-FGHJK\n2-LMNPQ-RSTUV\n')
  expect(document.querySelector('a[download="recovery-codes.txt"]')?.isConnected).toBe(true)
  expect(revoked).not.toHaveBeenCalled()
  await escape(dialog)
  expect([question(), onClose.mock.calls.length]).toEqual([null, 1])
})

it('copied they close at once, also where only the older way of copying works', async () => {
  const copy = vi.fn(() => true)
  Object.defineProperty(document, 'execCommand', { configurable: true, value: copy })
  const { dialog } = await opened()
  await press('Copy codes')
  expect(copy).toHaveBeenCalledExactlyOnceWith('copy')
  expect(screen.getByRole('status').textContent).toMatch(/Copied/)
  await escape(dialog)
  expect(onClose).toHaveBeenCalledOnce()
})

it('where nothing may be copied, the person is told, and asked before they close', async () => {
  const { dialog } = await opened()
  await press('Copy codes')
  expect(screen.getByRole('status').textContent).toMatch(/does not let pages copy/)
  await escape(dialog)
  expect(question()).not.toBeNull()
})

it('“I have kept them” closes them without a question', async () => {
  await opened()
  await press('I have kept them')
  expect(onClose).toHaveBeenCalledOnce()
})
