import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MendingGuard } from './MendingGuard.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  // React logs each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

/** As a browser's translation does it: the text's own node leaves the page. */
function translate(element: Element): void {
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE) continue
    const font = document.createElement('font')
    font.textContent = node.textContent
    node.replaceWith(font)
  }
}
const Lot = ({ isSold }: { readonly isSold: boolean }) => (
  <section>
    <p data-testid="lot">
      {isSold ? <b>Sold</b> : 'Bid'}
      <i>!</i>
    </p>
  </section>
)
const Page = (props: { readonly isSold: boolean }) => (
  <MendingGuard fallback={() => <p>This page could not be shown</p>}>
    <Lot {...props} />
  </MendingGuard>
)

it('44.2 a page that a translator has changed is set up anew within a second, as it stands', () => {
  const { rerender } = render(<Page isSold={false} />)
  translate(screen.getByTestId('lot'))
  rerender(<Page isSold />)
  pass(1_000)
  expect(screen.getByTestId('lot').textContent).toBe('Sold!')
  expect(screen.queryByText('This page could not be shown')).toBeNull()
})

it('another error is shown as one', () => {
  const Wrong = (): never => {
    throw new TypeError('no such lot')
  }
  render(
    <MendingGuard fallback={() => <p>This page could not be shown</p>}>
      <Wrong />
    </MendingGuard>,
  )
  pass(1_000)
  expect(screen.getByText('This page could not be shown')).toBeDefined()
})

it('content that fails again and again is not set up for ever', () => {
  const Torn = (): never => {
    throw new DOMException('The node to be removed is not a child of this node.', 'NotFoundError')
  }
  render(
    <MendingGuard fallback={() => <p>This page could not be shown</p>}>
      <Torn />
    </MendingGuard>,
  )
  for (let i = 0; i < 10; i++) pass(100)
  expect(screen.getByText('This page could not be shown')).toBeDefined()
})
