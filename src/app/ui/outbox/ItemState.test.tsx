import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { InClient, chineseClient, pageClient } from '../../../../tests/support/client.tsx'
import type { OutboxItem } from '../../../client/outbox/items.ts'
import { ItemState } from './ItemState.tsx'

afterEach(cleanup)

const FILE = { kind: 'file', id: 'f', account: 'a', at: 0, name: 'licence.jpg', tries: 0, bytes: 2_000, offset: 500 }
const item = (also: object): OutboxItem => ({ ...FILE, state: 'waiting', ...also }) as unknown as OutboxItem

function said(of: OutboxItem, needsSignIn = false): string {
  const { container } = render(
    <InClient client={pageClient()}>
      <ItemState item={of} needsSignIn={needsSignIn} />
    </InClient>,
  )
  return container.textContent.replaceAll('\u00A0', ' ')
}

it.each([
  ['waits', {}, 'Waiting its turn, 2 kB'],
  ['is sent', { state: 'sending' }, 'Sending 2 kB: 25 %'],
  ['is checked', { state: 'sending', offset: 2_000 }, 'Uploaded; the server is checking it…'],
  ['has no connection', { error: { kind: 'link' } }, '25 % of 2 kB; no connection, trying again'],
  [
    'was answered by something in between',
    { error: { kind: 'between', status: 405 } },
    'Something in between answered instead of our server (405), trying again',
  ],
  [
    'is in a network that lets no files through',
    { error: { kind: 'between', status: 405, closed: true } },
    'This network lets no files through (405). Use another network; the file then goes up by itself.',
  ],
  ['was refused', { state: 'refused', error: { kind: 'server', msg: 'Too large' } }, 'Too large'],
])('a file that %s says so', (_, also, text) => expect(said(item(also))).toBe(text))

it('a file that goes up shows how much of it has', () => {
  said(item({ state: 'sending' }))
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(25)
})

it('a refused file is announced, without a bar', () => {
  said(item({ state: 'refused' }))
  expect(screen.getByRole('alert').textContent).toBe('Not accepted')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('waiting for the next sign-in comes before the state of the link', () =>
  expect(said(item({ error: { kind: 'link' } }), true)).toBe('Waiting for you to sign in again'))

it('a network that lets no files through is told in Chinese', async () => {
  const client = await chineseClient('people')
  render(
    <InClient client={client}>
      <ItemState item={item({ error: { kind: 'between', status: 403, closed: true } })} needsSignIn={false} />
    </InClient>,
  )
  expect(document.body.textContent).toMatch(/当前网络.*403/u)
})
