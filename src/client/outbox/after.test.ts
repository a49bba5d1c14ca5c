import { describe, expect, expectTypeOf, it } from 'vitest'
import { outboxAfter, type OutboxEvent } from './after.ts'
import { placeholderOf, type FileItem, type FormItem, type OnceCall, type OutboxItem } from './items.ts'
import { nextStep, retryDelay, withPaths } from './next.ts'
import { fileItem, formItem } from '../../../tests/support/outbox.ts'

const LINK = { kind: 'link' } as const
const broken: OutboxEvent = { type: 'broken', retryAt: 500, error: LINK }
const run = <I extends OutboxItem>(item: I, ...events: OutboxEvent[]): I =>
  events.reduce((before: I, event) => outboxAfter(before, event), item)

describe('a file', () => {
  it('goes on from the last byte that the server has acknowledged, and counts failures since', () => {
    const after = run(
      fileItem(),
      { type: 'tried' },
      { type: 'begun', url: '/u/1' },
      { type: 'acknowledged', offset: 40 },
      broken,
      broken,
    )
    expect(after).toMatchObject({ state: 'waiting', url: '/u/1', offset: 40, tries: 2, error: LINK, retryAt: 500 })
    expect(run(after, { type: 'acknowledged', offset: 60 })).toMatchObject({ tries: 0, error: null })
  })
  it('an item that has arrived ignores late failures and retries', () => {
    const up = run(fileItem(), { type: 'arrived', path: '/p', at: 7 })
    const late: OutboxEvent[] = [broken, { type: 'tried' }, { type: 'refused', error: LINK }, { type: 'retried' }]
    for (const event of late) expect(outboxAfter(up, event)).toBe(up)
    expect(outboxAfter(up, { type: 'forgotten' })).toMatchObject({ state: 'waiting', path: null, url: null, offset: 0 })
  })
  it('that was refused waits for the person, and then begins anew', () => {
    const refused = run(fileItem({ url: '/u/1', offset: 9 }), { type: 'refused', error: LINK })
    expect(run(refused, broken, { type: 'tried' }).state).toBe('refused')
    expect(outboxAfter(refused, { type: 'retried' })).toMatchObject({ state: 'waiting', url: null, offset: 0 })
  })
  it('that is still being read is not tried', () => {
    const reading = fileItem({ state: 'reading' })
    expect(run(reading, { type: 'tried' }, { type: 'retried' })).toBe(reading)
    expect(outboxAfter(reading, { type: 'read' }).state).toBe('waiting')
  })
})

describe('a form', () => {
  it('that the server has taken is taken, whatever comes late', () => {
    const accepted = run(formItem(), { type: 'tried' }, { type: 'accepted' })
    for (const event of [broken, { type: 'held' }, { type: 'retried' }] as const)
      expect(outboxAfter(accepted, event)).toBe(accepted)
  })
  it('that was taken back is not sent by what is still under way, but its acceptance counts', () => {
    const held = run(formItem(), { type: 'tried' }, { type: 'held' })
    expect(run(held, broken, { type: 'tried' }).state).toBe('held')
    expect(outboxAfter(held, { type: 'accepted' }).state).toBe('accepted')
  })
})

describe('what is done next', () => {
  const file = fileItem({ id: 'file', at: 1 })
  const form = formItem({ id: 'form', at: 2, files: [{ field: 'businessLicense', id: 'file' }] })
  const up = run(file, { type: 'arrived', path: '/common/files/x', at: 10 })
  it('a form waits for each of its files, and goes before the next file', () => {
    const other = fileItem({ id: 'other', at: 0 })
    expect(nextStep([form, file], 10)).toEqual({ do: 'sendFile', file })
    expect(nextStep([other, form, up], 10)).toEqual({ do: 'sendForm', form, files: [up] })
    expect(withPaths(form, [up])).toMatchObject({ businessLicense: '/common/files/x' })
  })
  it('paths of several files take their places in lists and parts of a form', () => {
    const second = run(fileItem({ id: 'second' }), { type: 'arrived', path: '/common/files/y', at: 10 })
    const names = { name: placeholderOf('file'), bank: '/common/files/old', pictures: [placeholderOf('second'), 'z'] }
    const body = { ...form.body, ...names, paper: { file: placeholderOf('second'), pages: 3 } }
    const files = [
      { field: 'pictures', id: 'file' },
      { field: 'pictures', id: 'second' },
    ]
    expect(withPaths(formItem({ body, files }), [up, second])).toEqual({
      ...form.body,
      name: '/common/files/x',
      bank: '/common/files/old',
      pictures: ['/common/files/y', 'z'],
      paper: { file: '/common/files/y', pages: 3 },
    })
  })
  it('a form whose file was refused or is gone goes back to the person', () => {
    expect(nextStep([form], 10)).toEqual({ do: 'giveBack', form })
    expect(nextStep([form, run(file, { type: 'refused', error: LINK })], 10)).toEqual({ do: 'giveBack', form })
  })
  it('what the server has taken is cleared first', () => {
    const accepted = run(form, { type: 'accepted' })
    expect(nextStep([file, accepted], 10)).toEqual({ do: 'finish', form: accepted })
  })
  it('a file that the server may have swept meanwhile goes up again before its form', () => {
    expect(nextStep([form, up], 7 * 24 * 3_600_000)).toEqual({ do: 'renew', file: up })
  })
  it('what failed waits for its time, unless another attempt is wanted now', () => {
    const failed = run(file, broken)
    expect(nextStep([failed], 10)).toEqual({ do: 'wait', until: 500 })
    expect(nextStep([failed], 10, true)).toEqual({ do: 'sendFile', file: failed })
    expect(nextStep([run(form, { type: 'held' }), run(file, { type: 'refused', error: LINK })], 10)).toEqual({
      do: 'nothing',
    })
  })
})

it('delays are anywhere up to a bound that doubles to a minute', () => {
  expect([0, 1, 3, 20].map((tries) => retryDelay(tries, () => 1))).toEqual([1_000, 2_000, 8_000, 60_000])
  expect(retryDelay(20, () => 0)).toBe(0)
})

it('a bid, an offer or a ceiling is no form that could wait here', () => {
  expectTypeOf<'certificationSubmit'>().toExtend<OnceCall>()
  expectTypeOf<Extract<'bidOrCounteroffer' | 'ceilingSet' | 'offerAccept', OnceCall>>().toBeNever()
  expectTypeOf<FormItem | FileItem>().toEqualTypeOf<OutboxItem>()
})
