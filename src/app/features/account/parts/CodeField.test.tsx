import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { settled } from '../../../../../tests/support/fake-time.ts'
import { ApiError, NetworkError } from '../../../../client/calls/index.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { resolved } from '../../../boot/deferred.ts'
import { NO_CODE } from './code.ts'
import { CodeField } from './CodeField.tsx'
import type { CodeAnswer } from './useCode.ts'
import { InClient, pageClient } from '../../../../../tests/support/client.tsx'
import { Queries } from '../../../lib/client.ts'

const client = pageClient({ origin: 'https://sale.example' })
const TO = '+8613800000000'
const sent: CodeAnswer = { codeId: 'c1', resendAfter: 60, expires_in: 600, demoCode: null }
let pictures = 0
let answer: () => Promise<CodeAnswer>
const ask = vi.fn((_captcha: { readonly inputCodeText: string; readonly uuid: string }, _to: string) => answer())
const onNoAddress = vi.fn()
const schema = resolved(z.object({}))

function Form({ to }: { readonly to: string | null }) {
  const form = useForm({ name: 'test', version: 1, initial: NO_CODE, schema, draft: false })
  return <CodeField form={form} place="test" by="phone" to={to} ask={ask} onNoAddress={onNoAddress} />
}
const queries = new Queries(client, { defaultOptions: { queries: { retry: false } } })
const wrapped = (to: string | null) => (
  <InClient client={client} queries={queries}>
    <Form to={to} />
  </InClient>
)

beforeEach(() => {
  pictures = 0
  vi.clearAllMocks()
  answer = () => Promise.resolve(sent)
  // Stands for the server, of which these tests need only the captcha pictures.
  vi.stubGlobal('fetch', (request: Request) => {
    if (!request.url.endsWith('/code')) return Promise.resolve(Response.json({ code: 404, msg: '' }))
    return Promise.resolve(
      Response.json({
        code: 200,
        data: { uuid: `picture-${(pictures += 1)}`, img: 'data:image/svg+xml;base64,', expires_in: 300 },
      }),
    )
  })
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, 'https://sale.example') : input, init)
      }
    },
  )
})
afterEach(() => {
  cleanup()
  queries.clear()
  vi.unstubAllGlobals()
})

const opened = async (to: string | null = TO) => {
  const view = render(wrapped(to))
  await act(settled)
  await screen.findByRole('button', { name: /press for another picture/ })
  await vi.waitFor(() => expect(pictures).toBe(1))
  await act(settled)
  return view
}
const text = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Image code' })
const code = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'SMS code' })
const type = (value: string) => fireEvent.change(text(), { target: { value } })
const press = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: /Send/ }))
    await settled()
  })

describe('a code for a picture’s text', () => {
  it('is asked for once, however fast one presses; the cursor waits where the code goes', async () => {
    await opened()
    type(' k7rq ')
    const button = screen.getByRole('button', { name: 'Send a code by SMS' })
    await act(async () => {
      fireEvent.click(button)
      fireEvent.click(button)
      await settled()
    })
    expect(ask.mock.calls).toEqual([[{ inputCodeText: 'k7rq', uuid: 'picture-1' }, TO]])
    expect(document.activeElement).toBe(code())
    expect(screen.getByText(/A code was sent to \+8613800000000/)).toBeTruthy()
  })
  it('is told of once: the minutes that it is good for are beside the live region', async () => {
    await opened()
    type('k7rq')
    await press()
    const region = screen.getAllByRole('status').find(({ textContent }) => textContent.includes('A code was sent'))
    expect(region?.textContent.trim()).toBe('A code was sent to +8613800000000.')
    expect(screen.getByText(/It is good for \d+ minutes\./)).toBeTruthy()
  })
  it('counts down before another may be sent, and the next one has a new picture', async () => {
    await opened()
    type('k7rq')
    await press()
    const again = screen.getByRole('button', { name: /Send again in (60|59) s/ })
    expect(again.getAttribute('aria-disabled')).toBe('true')
    expect([text().value, pictures]).toEqual(['', 2])
    type('abcd')
    await press()
    expect(ask).toHaveBeenCalledTimes(1)
  })
  it('another number may have its own at once', async () => {
    const view = await opened()
    type('k7rq')
    await press()
    view.rerender(wrapped('+8613900000000'))
    expect(screen.getByText(/The last code went to \+8613800000000/)).toBeTruthy()
    type('abcd')
    await press()
    expect(ask).toHaveBeenLastCalledWith({ inputCodeText: 'abcd', uuid: 'picture-2' }, '+8613900000000')
  })
  it('stays if it was typed before the answer came: a message may be faster than a weak link', async () => {
    await opened()
    let arrives: ((code: CodeAnswer) => void) | undefined
    answer = () =>
      new Promise((resolve) => {
        arrives = resolve
      })
    type('k7rq')
    await press()
    fireEvent.change(code(), { target: { value: '123456' } })
    await act(async () => {
      arrives?.(sent)
      await settled()
    })
    expect(code().value).toBe('123456')
    expect(screen.getByText(/A code was sent to \+8613800000000/)).toBeTruthy()
  })
  it('a wrong text brings a new picture, says so at the field, and leads back to it', async () => {
    await opened()
    answer = () => Promise.reject(new ApiError({ code: 601, msg: 'The image code is wrong.', reason: 'captcha.wrong' }))
    type('nope')
    await press()
    expect([text().value, pictures, text().getAttribute('aria-invalid')]).toEqual(['', 2, 'true'])
    expect(document.activeElement).toBe(text())
    type('k')
    expect(text().getAttribute('aria-invalid')).toBeNull()
  })
  it('a lost call loses neither the picture nor what was read from it', async () => {
    await opened()
    answer = () => Promise.reject(new NetworkError('gone'))
    type('k7rq')
    await press()
    expect([text().value, pictures]).toEqual(['k7rq', 1])
    expect(document.querySelector('[data-problem]')?.textContent).toMatch(/Connection problem/)
  })
  it('says how long to wait when one was asked for elsewhere', async () => {
    await opened()
    answer = () =>
      Promise.reject(new ApiError({ code: 601, msg: 'Too soon.', reason: 'code.too_soon', numbers: { seconds: 42 } }))
    type('k7rq')
    await press()
    expect(screen.getByRole('button', { name: /Send again in (42|41) s/ })).toBeTruthy()
    expect(screen.queryByText(/A code was sent/)).toBeNull()
  })
  it('a place in the queue of a crowded network: the button counts down, and the picture with its text stays', async () => {
    await opened()
    const refusal = { code: 429, msg: 'Your place is kept.', reason: 'code.queue', numbers: { seconds: 90 } } as const
    answer = () => Promise.reject(new ApiError(refusal))
    type('k7rq')
    await press()
    expect(screen.getByRole('button', { name: /Send again in (90|89) s/ })).toBeTruthy()
    expect(screen.getByText('Your place is kept.')).toBeTruthy()
    expect([text().value, pictures]).toEqual(['k7rq', 1])
  })
  it('needs an address and a text before anything is sent', async () => {
    const view = await opened(null)
    type('k7rq')
    await press()
    expect(onNoAddress).toHaveBeenCalledOnce()
    view.rerender(wrapped(TO))
    type(' ')
    await press()
    expect(text().getAttribute('aria-invalid')).toBe('true')
    expect(ask).not.toHaveBeenCalled()
  })
})
