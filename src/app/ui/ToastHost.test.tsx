import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { InClient, pageClient } from '../../../tests/support/client.tsx'
import { notify } from './toast.ts'
import { ToastHost } from './ToastHost.tsx'

afterEach(cleanup)

it('a screen reader hears each notice as a whole, its title first, and no notice again with the next', () => {
  const client = pageClient()
  const { container } = render(
    <InClient client={client}>
      <ToastHost />
    </InClient>,
  )
  const regions = [...container.querySelectorAll('[role=alert], output')]
  expect(regions).toHaveLength(2)
  act(() => {
    notify(client, { tone: 'bad', title: 'The price has moved.', text: 'Nothing was sent.' })
    notify(client, { tone: 'bad', title: 'The link is lost.' })
    notify(client, { tone: 'good', title: 'Saved.', text: 'It is in the list.' })
  })
  // The regions were there before; an alert would be atomic by itself, and repeat the notices that it holds.
  expect([...container.querySelectorAll('[role=alert], output')]).toEqual(regions)
  expect(regions.map((one) => one.getAttribute('aria-atomic'))).toEqual(['false', 'false'])
  const said = (region: Element | undefined) =>
    [...(region?.querySelectorAll('[aria-atomic=true]') ?? [])].map((one) => one.textContent)
  expect(said(regions[0])).toEqual(['The price has moved.Nothing was sent.', 'The link is lost.'])
  expect(said(regions[1])).toEqual(['Saved.It is in the list.'])
})
