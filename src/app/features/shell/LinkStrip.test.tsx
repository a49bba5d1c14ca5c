import { cleanup, fireEvent, render, screen } from '@testing-library/react'
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

it('a lost link can be tried at once', () => {
  const { client } = shown({ kind: 'offline', since: 0 })
  const probe = vi.spyOn(client.link, 'probe').mockResolvedValue()
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  expect(probe).toHaveBeenCalledOnce()
})
