import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { chineseClient, InClient } from '../../../../tests/support/client.tsx'
import { ApiError, NetworkError } from '../../../client/calls/index.ts'
import type { Client } from '../../../client/client.ts'
import { draftPortsOf } from '../../../client/drafts/draftPorts.ts'
import { openDraft } from '../../../client/drafts/drafts.ts'
import { resolved } from '../../boot/deferred.ts'
import { Conflict } from '../../ui/edit/Conflict.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { Queries } from '../client.ts'
import { useVersionedForm } from './useVersionedForm.ts'
import type { Saved } from './versioned.ts'

interface Typed {
  readonly name: string
  readonly venue: string
}
const schema = resolved(z.looseObject({ name: z.string(), venue: z.string() }))

/** What the server holds. */
let stored: Saved<Typed> & { readonly version: number }
/** What was sent, with the version that it names. */
let sent: (Typed & { readonly over: string })[]
let isCut: boolean
/** Holds the next save back. */
let held: Promise<void>
let client: Client
beforeEach(async ({ task }) => {
  const { BroadcastChannel: Channel } = globalThis
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(`${name} of ${task.id}`)
      }
    },
  )
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  client = await chineseClient('people')
  Element.prototype.scrollIntoView = () => {}
  stored = { typed: { name: '春季竞价会', venue: '太仓' }, version: 1 }
  sent = []
  isCut = false
  held = Promise.resolve()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Screen({ saved, name }: { readonly saved: Saved<Typed>; readonly name: string }) {
  const { form, save, saving, conflict } = useVersionedForm<Typed, Saved<Typed>>({
    name,
    shape: 1,
    saved,
    schema,
    read: async () => {
      if (isCut) throw new NetworkError('away')
      return stored
    },
    send: async (typed, over) => {
      sent.push({ ...typed, over })
      await held
      if (over !== String(stored.version)) throw new ApiError({ code: 409, msg: '', reason: 'edit.changed' })
      stored = { typed, version: stored.version + 1 }
      return stored
    },
    onSaved: () => undefined,
  })
  return (
    <form onSubmit={form.submit(save)} noValidate>
      <ErrorSummary form={form} />
      {conflict && (
        <Conflict
          changes={conflict.changes}
          labelOf={(key) => key}
          valueOf={(key, of) => (of === 'mine' ? form.value : conflict.theirs)[key]}
          onTake={conflict.take}
          onKeep={conflict.keep}
        />
      )}
      <Field label="name" {...form.field('name')} />
      <Field label="venue" {...form.field('venue')} />
      <button type="submit">{saving ? 'saving' : 'save'}</button>
    </form>
  )
}

/** Opens the page of the form as the server has it now, as a reload does. */
function open(name: string): void {
  cleanup()
  const queries = new Queries(client)
  render(
    <InClient client={client} queries={queries}>
      <QueryClientProvider client={queries}>
        <Screen saved={stored} name={name} />
      </QueryClientProvider>
    </InClient>,
  )
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = () => fireEvent.submit(screen.getByRole('button', { name: /sav/ }))
const another = (change: Partial<Typed>) => {
  stored = { typed: { ...stored.typed, ...change }, version: stored.version + 1 }
}
const draftOf = (form: string) => openDraft({ account: '', form }, draftPortsOf(client))
const rows = () => screen.getAllByRole('row').map((row) => row.textContent)

test('a save of a draft that a reload restored names the version that the draft began from, and overwrites nothing', async () => {
  open('reloaded')
  type('name', '夏季竞价会')
  await vi.waitFor(async () => expect(await draftOf('reloaded').load()).toHaveLength(1))
  cleanup()
  another({ name: '初夏竞价会', venue: '宁波' })
  open('reloaded')
  await vi.waitFor(() => expect(field('name').value).toBe('夏季竞价会'))
  press()
  await screen.findByRole('alert', { name: /已先行修改/ })
  expect(sent).toEqual([{ name: '夏季竞价会', venue: '太仓', over: '1' }])
  expect(stored.typed).toEqual({ name: '初夏竞价会', venue: '宁波' })
  expect(rows()).toEqual([expect.anything(), 'name夏季竞价会初夏竞价会', expect.stringMatching(/^venue.*宁波$/)])

  fireEvent.click(screen.getByText('保留我的，并采用仅对方改动的部分'))
  expect(field('venue').value).toBe('宁波')
  press()
  await vi.waitFor(() => expect(stored).toEqual({ typed: { name: '夏季竞价会', venue: '宁波' }, version: 3 }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('their version is taken as it is, and a change of it is saved over it', async () => {
  open('taken')
  type('name', '夏季竞价会')
  another({ name: '初夏竞价会' })
  press()
  fireEvent.click(await screen.findByText('采用对方的'))
  expect(field('name').value).toBe('初夏竞价会')
  type('venue', '宁波')
  press()
  await vi.waitFor(() => expect(stored).toEqual({ typed: { name: '初夏竞价会', venue: '宁波' }, version: 3 }))
})

test('what is typed during a save stays, and is saved over that save', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  open('typed-on')
  type('name', '夏季竞价会')
  press()
  await screen.findByText('saving')
  type('venue', '宁波')
  resolve()
  await screen.findByText('save')
  expect([field('name').value, field('venue').value]).toEqual(['夏季竞价会', '宁波'])
  press()
  await vi.waitFor(() => expect(stored).toEqual({ typed: { name: '夏季竞价会', venue: '宁波' }, version: 3 }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a second press of the same moment does not meet the first as another person’s save', async () => {
  open('pressed-twice')
  type('name', '夏季竞价会')
  press()
  press()
  await vi.waitFor(() => expect(stored.version).toBe(2))
  expect(sent).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a refusal whose newer version cannot be read says so, and keeps the form', async () => {
  open('cut')
  type('name', '夏季竞价会')
  another({ venue: '宁波' })
  isCut = true
  press()
  await screen.findByText(/连接异常/)
  expect(field('name').value).toBe('夏季竞价会')
  isCut = false
  press()
  await screen.findByRole('alert', { name: /已先行修改/ })
})
