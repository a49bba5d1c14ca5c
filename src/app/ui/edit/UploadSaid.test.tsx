import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { FilePicker } from '../../lib/useFilePicker.ts'
import { UploadSaid } from './UploadSaid.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(cleanup)

const file = (state: string): FilePicker['files'] => [{ state }] as unknown as FilePicker['files']

it('46.7 a screen reader hears that an upload has begun and that it has ended', () => {
  const said = (picker: Pick<FilePicker, 'files' | 'preparing' | 'isUp'>) => (
    <I18nProvider i18n={i18n}>
      <UploadSaid {...picker} />
    </I18nProvider>
  )
  const { rerender } = render(said({ files: [], preparing: false, isUp: false }))
  const region = screen.getByRole('status')
  const heard = (...picker: [FilePicker['files'], boolean, boolean]): string => {
    const [files, preparing, isUp] = picker
    rerender(said({ files, preparing, isUp }))
    return region.textContent ?? ''
  }
  expect(heard([], true, false)).toBe('Uploading…')
  expect(heard(file('sending'), false, false)).toBe('Uploading…')
  expect(heard(file('up'), false, true)).toBe('Uploaded')
  // What stops it is told where it is seen.
  expect(heard(file('refused'), false, false)).toBe('')
})
