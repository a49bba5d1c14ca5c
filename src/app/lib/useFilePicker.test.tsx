import { PDF } from '../../../tests/support/pdf.ts'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeDisk } from '../../../tests/support/device.ts'
import { chineseClient, InClient, pageClient } from '../../../tests/support/client.tsx'
import { rowsOf } from '../../../tests/e2e/spec/rows.ts'
import { OutboxDevice } from '../../../tests/support/outbox-tab.ts'
import { outboxHereOf } from '../../client/outbox/here.ts'
import type { Outbox } from '../../client/outbox/outbox.ts'
import type { Attempt } from '../../client/outbox/tus.ts'
import { DOCUMENT_PICTURE, DOCUMENTS, type UploadRule } from '../../client/uploads/rules.ts'
import { i18nOf } from './i18n/index.ts'
import { useFilePicker } from './useFilePicker.ts'

const company = rowsOf('company')
const client = pageClient()
/** Ends the running upload with that name. */
const ends = new Map<string, (attempt: Attempt) => void>()
let outbox: Outbox
let kill: () => void
beforeEach(() => {
  ends.clear()
  const device = new OutboxDevice('http://localhost', { account: 'seller1', token: 'token' })
  ;({ outbox, kill } = device.openTab(new FakeDisk().openTab(), {
    files: {
      send: ({ item, signal }) =>
        new Promise((resolve, reject) => {
          ends.set(item.name, resolve)
          signal.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')))
        }),
    },
  }))
  outboxHereOf(client).set(outbox)
})
afterEach(() => {
  cleanup()
  kill()
  outboxHereOf(client).set(null)
})

const textsIn = async (locale: 'zh' | 'en') => i18nOf(locale === 'zh' ? await chineseClient('people') : client)
const paper = (name: string) => new File([new Uint8Array(PDF)], name, { type: 'application/pdf' })

function papersOf(subject: string, rule: UploadRule = DOCUMENTS) {
  return renderHook(
    () => {
      const [value, setValue] = useState<readonly string[]>([])
      const onUp = (paths: readonly string[]): void => setValue([...new Set([...value, ...paths])])
      const slot = { form: 'company', field: 'papers', subject } as const
      return { value, setValue, picker: useFilePicker({ slot, rule, onUp, value, ready: true }) }
    },
    { wrapper: ({ children }) => <InClient client={client}>{children}</InClient> },
  ).result
}
type Papers = ReturnType<typeof papersOf>
const pick = (papers: Papers, ...names: readonly string[]) => act(() => papers.current.picker.pick(names.map(paper)))
async function arrive(name: string): Promise<void> {
  await waitFor(() => expect(ends.has(name)).toBe(true))
  act(() => ends.get(name)?.({ kind: 'arrived', path: `/common/files/${name}` }))
}

describe('a field of several files', () => {
  it(`${company('batch')}; a later batch besides`, async () => {
    const papers = papersOf('lot-1')
    await pick(papers, 'a.pdf', 'b.pdf')
    await arrive('a.pdf')
    await waitFor(() => expect(ends.has('b.pdf')).toBe(true))
    expect(papers.current.value).toEqual([])
    await arrive('b.pdf')
    await waitFor(() => expect(papers.current.value).toEqual(['/common/files/a.pdf', '/common/files/b.pdf']))
    await pick(papers, 'c.pdf')
    await arrive('c.pdf')
    await waitFor(() => expect(papers.current.value.at(2)).toBe('/common/files/c.pdf'))
    expect(papers.current.picker.files).toHaveLength(3)
  })

  it('refuses the file beyond five, counting those that are there or on their way, and keeps the rest', async () => {
    const papers = papersOf('lot-1')
    act(() => papers.current.setValue(['/common/files/old']))
    await pick(papers, 'a.pdf', 'b.pdf', 'c.pdf')
    await pick(papers, 'd.pdf', 'e.pdf')
    expect(papers.current.picker.complaint?.values).toEqual({ n: 5 })
    expect(papers.current.picker.files.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
    await pick(papers, 'd.pdf')
    expect(papers.current.picker.complaint).toBeNull()
    expect(papers.current.picker.files).toHaveLength(4)
  })

  it('goes on without the one that was refused, once that one is taken back', async () => {
    const papers = papersOf('lot-1')
    await pick(papers, 'a.pdf', 'b.pdf')
    await arrive('a.pdf')
    await waitFor(() => expect(ends.has('b.pdf')).toBe(true))
    act(() => ends.get('b.pdf')?.({ kind: 'refused', error: { kind: 'link' } }))
    await waitFor(() => expect(papers.current.picker.files.at(1)?.state).toBe('refused'))
    expect(papers.current.value).toEqual([])
    await act(() => papers.current.picker.cancel(papers.current.picker.files.at(1)?.id))
    await waitFor(() => expect(papers.current.value).toEqual(['/common/files/a.pdf']))
  })

  it.each([
    ['zh', DOCUMENTS, '上传文件失败，请重试'],
    ['zh', DOCUMENT_PICTURE, '上传图片失败，请重试'],
    ['en', DOCUMENTS, 'Uploading the file failed, please try again'],
    ['en', DOCUMENT_PICTURE, 'Uploading the picture failed, please try again'],
  ] as const)(`${company('uploadAgain')}, %s`, async (locale, rule, said) => {
    const papers = papersOf('lot-1', rule)
    const gone = paper('a.pdf')
    outboxHereOf(client).set({
      ...outbox,
      pick: () => Promise.reject(Object.assign(new Error('gone'), { name: 'NotReadableError' })),
    })
    await act(() => papers.current.picker.pick([gone]))
    const { complaint } = papers.current.picker
    expect(complaint && (await textsIn(locale))._(complaint)).toBe(said)
    expect(papers.current.picker.files).toEqual([])
    expect(papers.current.picker.preparing).toBe(false)
  })

  it('is one lot’s: another lot’s form has none of them', async () => {
    const [one, other] = [papersOf('lot-1'), papersOf('lot-2')]
    await pick(one, 'a.pdf')
    expect([one, other].map(({ current }) => current.picker.files.length)).toEqual([1, 0])
  })
})
