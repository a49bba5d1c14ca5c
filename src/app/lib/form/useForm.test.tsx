import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { holds } from '../unsaved.ts'
import { DraftNotice } from '../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { ApiError, NetworkError } from '../../../client/calls/index.ts'
import { resolved, deferred, type Deferred } from '../../boot/deferred.ts'
import { useForm } from './useForm.ts'
import type { Client } from '../../../client/client.ts'
import { chineseClient, InClient } from '../../../../tests/support/client.tsx'

interface Typed {
  readonly name: string
  readonly email: string
}
const rules = z.object({ name: z.string().min(1, { message: 'required' }), email: z.email({ message: 'emailWrong' }) })
let schema: Deferred<z.ZodType>

/** The server's next refusal. */
let client: Client
let refusal: unknown
let sent: Typed[]
beforeEach(async ({ task }) => {
  // What an earlier test typed may be told to the other tabs while this one runs.
  const { BroadcastChannel: Channel } = globalThis
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(`${name} of ${task.id}`)
      }
    },
  )
  client = await chineseClient('people')
  // jsdom lacks this function.
  Element.prototype.scrollIntoView = () => {}
  sent = []
  schema = resolved(rules)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Screen() {
  const form = useForm<Typed>({ name: 'test', version: 1, initial: { name: '', email: '' }, schema })
  return (
    <form onSubmit={form.submit((value) => sent.push(value))} noValidate>
      <DraftNotice draft={form.draft} />
      <ErrorSummary form={form} />
      <Field label="name" {...form.field('name')} />
      <Field label="email" {...form.field('email')} />
      <button type="submit">send</button>
      <button type="button" onClick={() => form.take(refusal)}>
        refuse
      </button>
    </form>
  )
}
const show = () =>
  render(
    <InClient client={client}>
      <Screen />
    </InClient>,
  )
const field = (name: string) => screen.getByLabelText(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const refuse = (error: unknown) => {
  refusal = error
  fireEvent.click(screen.getByText('refuse'))
}
const press = () => fireEvent.click(screen.getByText('send'))
const EMAIL_WRONG = '邮箱格式不正确'

describe('a form', () => {
  it('says nothing of a field that the cursor has not left, then says it at the field', () => {
    show()
    type('email', 'a@')
    expect(field('email').getAttribute('aria-invalid')).toBeNull()
    fireEvent.blur(field('email'))
    expect(field('email').getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(String(field('email').getAttribute('aria-describedby')))?.textContent).toContain(
      EMAIL_WRONG,
    )
    type('email', 'a@example.com')
    expect(field('email').getAttribute('aria-invalid')).toBeNull()
  })
  it('says nothing of the field that a press leaves before its click: the text would move what was pressed', async () => {
    show()
    type('email', 'a@')
    fireEvent.mouseDown(screen.getByText('refuse'))
    fireEvent.blur(field('email'))
    expect(field('email').getAttribute('aria-invalid')).toBeNull()
    fireEvent.mouseUp(screen.getByText('refuse'))
    expect(field('email').getAttribute('aria-invalid')).toBeNull()
    await vi.waitFor(() => expect(field('email').getAttribute('aria-invalid')).toBe('true'))
  })
  it('leads to the first error once the form is sent', () => {
    show()
    press()
    expect(sent).toEqual([])
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    fireEvent.click(screen.getByRole('link', { name: new RegExp(EMAIL_WRONG) }))
    expect(document.activeElement).toBe(field('email'))
    type('name', 'Moelven')
    expect(document.activeElement).toBe(field('email'))
  })
  it('sends what was typed', () => {
    show()
    type('name', 'Moelven')
    type('email', 'a@example.com')
    press()
    expect(sent).toEqual([{ name: 'Moelven', email: 'a@example.com' }])
  })
  it('is sent once its rules are here, or says what is wrong by then', async () => {
    const { promise, resolve } = Promise.withResolvers<z.ZodType>()
    schema = deferred(() => promise)
    show()
    type('name', 'Moelven')
    type('email', 'a@')
    fireEvent.blur(field('email'))
    press()
    expect([sent, field('email').getAttribute('aria-invalid')]).toEqual([[], null])
    resolve(rules)
    await screen.findByRole('link', { name: new RegExp(EMAIL_WRONG) })
    expect(sent).toEqual([])
    type('email', 'a@example.com')
    press()
    expect(sent).toEqual([{ name: 'Moelven', email: 'a@example.com' }])
  })
  it('is not sent while its rules cannot be had, and asks for them again', async () => {
    let link: 'cut' | 'up' = 'cut'
    schema = deferred(() => (link === 'cut' ? Promise.reject(new NetworkError()) : Promise.resolve(rules)))
    show()
    type('name', 'Moelven')
    type('email', 'a@example.com')
    press()
    await screen.findByText(/连接异常/)
    expect(sent).toEqual([])
    link = 'up'
    press()
    await vi.waitFor(() => expect(sent).toEqual([{ name: 'Moelven', email: 'a@example.com' }]))
  })
  it('takes the server’s word at the field, until that changes', async () => {
    show()
    type('name', 'Moelven')
    type('email', 'a@example.com')
    press()
    refuse(
      new ApiError({
        code: 500,
        msg: '',
        reason: 'input.invalid',
        errors: [
          { path: 'body.email', code: 'custom' },
          { path: 'body.else', code: 'x' },
        ],
      }),
    )
    await screen.findByText(/服务器没有接受这一项。$/, { selector: 'a' })
    expect(field('email').getAttribute('aria-invalid')).toBe('true')
    type('name', 'Moelven AB')
    expect(field('email').getAttribute('aria-invalid')).toBe('true')
    type('email', 'b@example.com')
    expect(screen.queryByRole('alert')).toBeNull()
  })
  it('says what else went wrong above its fields', async () => {
    show()
    refuse(new ApiError({ code: 601, msg: '名额已满。' }))
    expect((await screen.findByRole('status')).textContent).toContain('名额已满。')
  })
  it('tells where nothing can be kept', async () => {
    show()
    await screen.findByText(/此浏览器不保存任何数据/)
  })
  it('is unsaved work from the first key until it is gone', () => {
    const { unmount } = show()
    expect(holds(client, 'form')).toBe(false)
    type('name', 'M')
    expect(holds(client, 'form')).toBe(true)
    unmount()
    expect(holds(client, 'form')).toBe(false)
  })
})
