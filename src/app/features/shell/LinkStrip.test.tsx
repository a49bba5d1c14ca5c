import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { InClient, pageClient } from '../../../../tests/support/client.tsx'
import type { LinkState } from '../../../client/link/index.ts'
import { LinkStrip } from './LinkStrip.tsx'

afterEach(cleanup)

function shown(state: LinkState) {
  const client = pageClient()
  client.link.override(state)
  const { container } = render(
    <InClient client={client}>
      <LinkStrip />
    </InClient>,
  )
  return { client, text: container.querySelector('output')?.textContent }
}

it.each<[string, LinkState, RegExp]>([
  ['a good link', { kind: 'online' }, /^Online$/],
  ['a weak link', { kind: 'weak', delay: 1_200 }, /^Weak link: answers take 1\.2 s$/],
  ['a new attempt', { kind: 'reconnecting', attempt: 2, of: 5 }, /^Reconnecting, 2 of 5$/],
  ['no link', { kind: 'offline', since: 0 }, /^Offline since .*What you have seen stays readable\.$/],
  [
    'an answer of something in between',
    { kind: 'offline', since: 0, between: 403 },
    /^Something between this device and our server answered instead of it \(403\)/,
  ],
])('the strip names %s', (_, state, text) => expect(shown(state).text).toMatch(text))

it('a change of the link is said, a new figure of a weak one is not', () => {
  const client = pageClient()
  client.link.override({ kind: 'weak', delay: 1_200 })
  const { container } = render(
    <InClient client={client}>
      <LinkStrip />
    </InClient>,
  )
  const region = container.querySelector('output')
  // Additions alone are announced.
  expect(region?.getAttribute('aria-relevant')).toBe('additions')
  const nodes = [...(region?.childNodes ?? [])]
  act(() => client.link.override({ kind: 'weak', delay: 2_500 }))
  expect(region?.textContent).toContain('2.5 s')
  expect([...(region?.childNodes ?? [])]).toEqual(nodes)
  act(() => client.link.override({ kind: 'reconnecting', attempt: 1, of: 3 }))
  const after = [...(region?.childNodes ?? [])]
  expect(after.filter((one) => nodes.includes(one))).toEqual([])
  act(() => client.link.override({ kind: 'reconnecting', attempt: 2, of: 3 }))
  expect([...(region?.childNodes ?? [])]).toEqual(after)
})

it('a lost link can be tried at once', () => {
  const { client } = shown({ kind: 'offline', since: 0 })
  const probe = vi.spyOn(client.link, 'probe').mockResolvedValue()
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  expect(probe).toHaveBeenCalledOnce()
})
