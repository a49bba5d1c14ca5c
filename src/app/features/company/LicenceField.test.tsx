import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { messages } from '../../../texts/locales/en.po'
import { ApiError, NetworkError } from '../../../client/calls/index.ts'
import { Refused } from '../../../client/uploads/batch.ts'
import { wrongType, DOCUMENT_PICTURE } from '../../../client/uploads/rules.ts'
import type { UploadPorts } from '../../lib/usePictureUpload.ts'
import { LicenceField } from './LicenceField.tsx'

i18n.loadAndActivate({ locale: 'en', messages })

/** Each upload waits until its test says how it goes. */
interface Upload {
  readonly file: File
  readonly progress: (part: number) => void
  readonly signal: AbortSignal
  readonly up: (path: string) => void
  readonly fails: (error: Error) => void
}
let uploads: Upload[] = []
let shrunk: File[] = []
const ports: UploadPorts = {
  shrink: (file) => {
    shrunk.push(file)
    return Promise.resolve(file)
  },
  send: (file, { signal, onProgress }) =>
    new Promise((up, fails) => {
      if (!signal || !onProgress) throw new Error('it can be neither cancelled nor followed')
      uploads.push({ file, progress: onProgress, signal, up, fails })
    }),
}

beforeEach(() => {
  uploads = []
  shrunk = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blob.size}`, revokeObjectURL: () => {} }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Form({ used = ports, start = '' }: { readonly used?: UploadPorts; readonly start?: string }) {
  const [value, setValue] = useState(start)
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <LicenceField value={value} onChange={setValue} error={undefined} ports={used} />
        <output data-testid="path">{value}</output>
      </QueryClientProvider>
    </I18nProvider>
  )
}

const PICTURE = new File(['a picture'], 'licence.jpg', { type: 'image/jpeg' })
const pick = (...files: File[]) =>
  act(async () => {
    fireEvent.change(screen.getByTestId('licence-file'), { target: { files } })
  })
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })
const told = (part: (upload: Upload) => void, at = 0) => act(async () => part(uploads[at]!))
const path = () => screen.getByTestId('path').textContent

describe('the licence’s picture', () => {
  it('is in the form only once it is up', async () => {
    render(<Form />)
    await pick(PICTURE)
    expect([uploads.length, path()]).toEqual([1, ''])
    await told(({ progress }) => progress(0.4))
    expect(screen.getByRole('progressbar')).toHaveProperty('value', 40)
    await told(({ up }) => up('/common/files/one'))
    expect(path()).toBe('/common/files/one')
    expect(screen.getByRole('img', { name: 'The business licence' })).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('its bytes are read and looked at before anything is sent', async () => {
    render(<Form />)
    await pick(PICTURE)
    expect(shrunk).toHaveLength(1)
    expect([shrunk[0] === PICTURE, await shrunk[0]!.text()]).toEqual([false, 'a picture'])
  })

  it.each([
    [
      'of another kind',
      [new File(['x'], 'licence.gif', { type: 'image/gif' })],
      'Wrong file format, please upload a png/jpg/jpeg picture!',
    ],
    ['two at once', [PICTURE, PICTURE], 'No more than 1 files can be uploaded!'],
  ])('%s: refused, and nothing is sent', async (_, files, text) => {
    render(<Form />)
    await pick(...files)
    expect(screen.getByRole('alert').textContent).toBe(text)
    expect(uploads).toEqual([])
  })

  it('that is no picture inside is refused in the same words', async () => {
    render(<Form used={{ ...ports, shrink: () => Promise.reject(new Refused(wrongType(DOCUMENT_PICTURE))) }} />)
    await pick(PICTURE)
    expect(screen.getByRole('alert').textContent).toBe('Wrong file format, please upload a png/jpg/jpeg picture!')
  })

  it('whose link failed waits here and is sent again, the same bytes', async () => {
    render(<Form />)
    await pick(PICTURE)
    await told(({ fails }) => fails(new NetworkError('cut')))
    expect(screen.getByRole('alert').textContent).toBe('Uploading the picture failed, please try again')
    await press('Send again')
    expect(uploads[1]!.file).toBe(uploads[0]!.file)
    await told(({ up }) => up('/common/files/two'), 1)
    expect(path()).toBe('/common/files/two')
  })

  it('that the server refuses is removed, and its reason shown', async () => {
    render(<Form />)
    await pick(PICTURE)
    await told(({ fails }) => fails(new ApiError({ code: 601, msg: 'There is no room for more uploads.' })))
    expect(screen.getByRole('alert').textContent).toBe('There is no room for more uploads.')
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  })

  it('that is cancelled on its way does not come after all', async () => {
    render(<Form />)
    await pick(PICTURE)
    await press('Cancel')
    expect(uploads[0]!.signal.aborted).toBe(true)
    await told(({ up }) => up('/common/files/late'))
    expect(path()).toBe('')
  })

  it('replaced by another: the first one stays in the form until the second is up', async () => {
    render(<Form />)
    await pick(PICTURE)
    await told(({ up }) => up('/common/files/one'))
    await pick(new File(['better'], 'better.png', { type: 'image/png' }))
    expect(path()).toBe('/common/files/one')
    await told(({ up }) => up('/common/files/better'), 1)
    expect(path()).toBe('/common/files/better')
  })

  it('picked while another is on its way: the later one counts, whichever arrives last', async () => {
    render(<Form />)
    await pick(PICTURE)
    await pick(new File(['better'], 'better.png', { type: 'image/png' }))
    await told(({ up }) => up('/common/files/better'), 1)
    await told(({ up }) => up('/common/files/first'))
    expect(path()).toBe('/common/files/better')
  })

  it('can be removed', async () => {
    render(<Form />)
    await pick(PICTURE)
    await told(({ up }) => up('/common/files/one'))
    await press('Remove')
    expect(path()).toBe('')
  })
})
