import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { messages } from '../../../texts/locales/en.po'
import type { Attempt } from '../../../client/outbox/tus.ts'
import type { FileItem } from '../../../client/outbox/items.ts'
import type { Outbox } from '../../../client/outbox/outbox.ts'
import type { OutboxEvent } from '../../../client/outbox/after.ts'
import type { Shrunk } from '../../../client/uploads/shrink.ts'
import { FakeDisk } from '../../../../tests/support/device.ts'
import { OutboxDevice } from '../../../../tests/support/outbox-tab.ts'
import { i18nOf } from '../../lib/i18n/index.ts'
import { outboxHereOf } from '../../../client/outbox/here.ts'
import { LicenceField } from './LicenceField.tsx'
import { InClient, pageClient } from '../../../../tests/support/client.tsx'

const client = pageClient()
i18nOf(client).loadAndActivate({ locale: 'en', messages })

/** Each upload waits until its test settles it. */
interface Upload {
  readonly item: FileItem
  readonly signal: AbortSignal
  readonly tell: (event: OutboxEvent) => Promise<void>
  readonly ends: (attempt: Attempt) => void
}
let uploads: Upload[] = []
let shrunk: Blob[] = []
let outbox: Outbox
let kill: () => void
let shrink: (picture: Blob) => Promise<Shrunk>

beforeEach(() => {
  uploads = []
  shrunk = []
  shrink = (picture) => {
    shrunk.push(picture)
    return Promise.resolve(picture)
  }
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blob.size}`, revokeObjectURL: () => {} }),
  )
  const device = new OutboxDevice('http://localhost', { account: 'buyer1', token: 'token' })
  ;({ outbox, kill } = device.openTab(new FakeDisk().openTab(), {
    shrink: (picture) => shrink(picture),
    files: {
      send: ({ item, signal, tell }) =>
        new Promise((ends, fails) => {
          uploads.push({ item, signal, tell, ends })
          signal.addEventListener('abort', () => fails(new DOMException('left', 'AbortError')))
        }),
    },
  }))
  outboxHereOf(client).set(outbox)
})
afterEach(() => {
  cleanup()
  kill()
  outboxHereOf(client).set(null)
  vi.unstubAllGlobals()
})

function Form({ start = '' }: { readonly start?: string }) {
  const [value, setValue] = useState(start)
  return (
    <InClient client={client}>
      <LicenceField value={value} onChange={setValue} error={undefined} ready />
      <output data-testid="path">{value}</output>
    </InClient>
  )
}

const jpeg = (name: string, text: string): File =>
  new File([new Uint8Array([0xff, 0xd8, 0xff]), text, new Uint8Array([0xff, 0xd9])], name, { type: 'image/jpeg' })
const PICTURE = jpeg('licence.jpg', 'a picture')
const pick = (...files: File[]) =>
  act(async () => {
    fireEvent.change(screen.getByTestId('licence-file'), { target: { files } })
  })
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => void fireEvent.click(button))
}
const upload = async (at = 0): Promise<Upload> => {
  await waitFor(() => expect(uploads.length).toBeGreaterThan(at))
  const one = uploads[at]
  if (!one) throw new Error('no upload')
  return one
}
const up = (path: string, at = 0) => act(async () => (await upload(at)).ends({ kind: 'arrived', path }))
const path = () => screen.getByTestId('path').textContent

describe('the licence’s picture', () => {
  it('is in the form only once it is up', async () => {
    render(<Form />)
    await pick(PICTURE)
    const { tell, item } = await upload()
    expect(path()).toBe('')
    await act(() => tell({ type: 'acknowledged', offset: item.bytes / 2 }))
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveProperty('value', 50))
    await up('/common/files/one')
    await waitFor(() => expect(path()).toBe('/common/files/one'))
    expect(await screen.findByRole('img', { name: 'The business licence' })).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('its bytes are read and looked at before anything is sent', async () => {
    render(<Form />)
    await pick(PICTURE)
    const { item } = await upload()
    expect([shrunk.length, item.bytes, item.name]).toEqual([1, PICTURE.size, 'licence.jpg'])
  })

  it.each([
    [
      'of another kind',
      [new File(['x'], 'licence.gif', { type: 'image/gif' })],
      'Wrong file format, please upload a png/jpg/jpeg picture!',
    ],
    [
      'of another kind inside',
      [new File(['MZ'], 'licence.jpg', { type: 'image/jpeg' })],
      'Wrong file format, please upload a png/jpg/jpeg picture!',
    ],
    ['two at once', [PICTURE, PICTURE], 'No more than 1 files can be uploaded!'],
  ])('%s: refused, and nothing is sent', async (_, files, text) => {
    render(<Form />)
    await pick(...files)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
    expect([uploads, outbox.view.get().items]).toEqual([[], []])
  })

  it('that cannot be decoded is refused in the same words', async () => {
    shrink = () => Promise.resolve('unreadable')
    render(<Form />)
    await pick(PICTURE)
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Wrong file format, please upload a png/jpg/jpeg picture!'),
    )
  })

  it('whose link failed says so, and is tried again at once when asked', async () => {
    render(<Form />)
    await pick(PICTURE)
    await act(async () => (await upload()).ends({ kind: 'broken', error: { kind: 'link' }, afterMs: 60_000 }))
    expect(await screen.findByText(/no connection, trying again/)).toBeTruthy()
    await press('Send again')
    await up('/common/files/two', 1)
    await waitFor(() => expect(path()).toBe('/common/files/two'))
  })

  it('that the server refuses says why, and leaves the form as it was', async () => {
    render(<Form start="/common/files/before" />)
    await pick(PICTURE)
    const error = { kind: 'server', code: 601, reason: 'file.quota', msg: 'There is no room.', errors: [] } as const
    await act(async () => (await upload()).ends({ kind: 'refused', error }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('There is no room.'))
    expect(path()).toBe('/common/files/before')
  })

  it('that is cancelled on its way does not come after all', async () => {
    render(<Form />)
    await pick(PICTURE)
    const { signal } = await upload()
    await press('Cancel')
    await waitFor(() => expect(outbox.view.get().items).toEqual([]))
    expect([signal.aborted, path()]).toEqual([true, ''])
  })

  it('replaced by another: the first one stays in the form until the second is up', async () => {
    render(<Form />)
    await pick(PICTURE)
    await up('/common/files/one')
    await waitFor(() => expect(path()).toBe('/common/files/one'))
    await pick(jpeg('better.jpg', 'better'))
    await upload(1)
    expect(path()).toBe('/common/files/one')
    await up('/common/files/better', 1)
    await waitFor(() => expect(path()).toBe('/common/files/better'))
    await waitFor(() => expect(outbox.view.get().items).toHaveLength(1))
  })

  it('picked while another is on its way: the later one counts', async () => {
    render(<Form />)
    await pick(PICTURE)
    const { signal } = await upload()
    await pick(jpeg('better.jpg', 'better'))
    await up('/common/files/better', 1)
    await waitFor(() => expect(path()).toBe('/common/files/better'))
    expect(signal.aborted).toBe(true)
  })

  it('that went up while the form was closed is in it when it opens', async () => {
    const { unmount } = render(<Form />)
    await pick(PICTURE)
    await upload()
    unmount()
    await up('/common/files/meanwhile')
    render(<Form />)
    await waitFor(() => expect(path()).toBe('/common/files/meanwhile'))
  })

  it('can be removed', async () => {
    render(<Form />)
    await pick(PICTURE)
    await up('/common/files/one')
    await waitFor(() => expect(path()).toBe('/common/files/one'))
    await press('Remove')
    await waitFor(() => expect([path(), outbox.view.get().items]).toEqual(['', []]))
  })
})
