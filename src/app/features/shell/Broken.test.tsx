import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { InClient, pageClient } from '../../../../tests/support/client.tsx'
import { Guard } from '../../ui/Guard.tsx'
import { Broken } from './Broken.tsx'

beforeEach(() => {
  // React logs each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Shown = ({ error }: { readonly error: () => Error | null }) => {
  const thrown = error()
  if (thrown !== null) throw thrown
  return <p>the page</p>
}
const show = (error: () => Error | null) =>
  render(
    <InClient client={pageClient()}>
      <Guard fallback={(failed, reset) => <Broken error={failed} reset={reset} />}>
        <Shown error={error} />
      </Guard>
    </InClient>,
  )
const torn = (): Error => new DOMException('The node to be removed is not a child of this node.', 'NotFoundError')

it('44.2 a page that a translator has changed is set up anew', async () => {
  let isTorn = true
  show(() => (isTorn ? torn() : null))
  expect(screen.queryByText('This page could not be shown.')).toBeNull()
  isTorn = false
  await screen.findByText('the page')
})

it('a page that fails in this way again and again is shown as broken', async () => {
  show(torn)
  await screen.findByText('This page could not be shown.')
})

it('a page with another fault is shown as broken at once', () => {
  show(() => new TypeError('no such lot'))
  expect(screen.getByText('This page could not be shown.')).toBeDefined()
})
