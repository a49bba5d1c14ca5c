import { describe, expect, it } from 'vitest'
import {
  afterDismiss,
  afterSending,
  afterSentElsewhere,
  afterUndo,
  afterUndoneElsewhere,
  afterWipe,
} from './draftChoices.ts'
import { afterReading } from './draftReading.ts'
import { afterTyping, initialDraft, type DraftState } from './draftState.ts'
import { afterFailedWrite, afterWriting, beginWrite } from './draftWriting.ts'
import type { DraftShape } from './shape.ts'
import type { DraftVersion } from './versions.ts'

interface Value {
  readonly name: string
  readonly password: string
}
const shape: DraftShape<Value> = { version: 1, initial: { name: '', password: '' }, secret: ['password'] }
const fresh = initialDraft(shape)
const typed = (state: DraftState<Value>, name: string): DraftState<Value> => afterTyping(state, { name })
const version = (tab: string, n: number, name: string, seen = {}): DraftVersion => ({
  revision: { tab, n },
  seen: { ...seen, [tab]: n },
  version: 1,
  at: n,
  value: { name },
})
const read = (state: DraftState<Value>, versions: readonly DraftVersion[], second = true): DraftState<Value> =>
  afterReading(shape, state, { tab: 'me', versions, second })
const write = (state: DraftState<Value>) => beginWrite(shape, state, { tab: 'me', at: 1 })

describe('what is due', () => {
  it('is a write soon after typing, and none while that one runs', () => {
    const state = typed(fresh, 'a')
    expect(state.due).toBe('soon')
    expect(write(state).state.due).toBeNull()
  })
  it('is another try after a failure, unless a newer write has begun or the account signed out', () => {
    const { state, version: written } = write(typed(fresh, 'a'))
    const { n } = written.revision
    expect(afterFailedWrite(state, n, 'full')).toMatchObject({ due: 'retry', view: { trouble: 'full' } })
    expect(afterFailedWrite(typed(state, 'ab'), n, 'full').due).toBe('soon')
    expect(afterFailedWrite({ ...state, n: n + 1 }, n, 'full').due).toBeNull()
    expect(afterFailedWrite(afterWipe(state), n, 'full')).toEqual(afterWipe(state))
    expect(typed(afterWipe(state), 'ab').due).toBeNull()
  })
  it('is a write at once where another tab undid what is typed on here', () => {
    expect(afterUndoneElsewhere(typed(fresh, 'a')).due).toBe('now')
    expect(afterUndoneElsewhere(fresh)).toBe(fresh)
  })
})

describe('a write', () => {
  it('leaves secrets out, has seen all that is shown, and counts up', () => {
    const shown = read(fresh, [version('other', 3, 'a')])
    const { state, version: first } = write(afterTyping(shown, { name: 'ab', password: 'secret' }))
    expect(first).toMatchObject({ revision: { tab: 'me', n: 1 }, seen: { other: 3, me: 1 }, value: { name: 'ab' } })
    expect(JSON.stringify(first)).not.toContain('secret')
    expect(write(state).version.revision.n).toBe(2)
  })
  it('is empty when only secrets are left', () => {
    expect(write(afterTyping(fresh, { password: 'secret' })).empty).toBe(true)
    expect(write(typed(fresh, 'a')).empty).toBe(false)
  })
  it('that a later one has overtaken hears nothing of other tabs', () => {
    const { state, version: first } = write(typed(fresh, 'a'))
    const later = write(typed(state, 'ab')).state
    expect(afterWriting(shape, later, first.revision, [version('other', 1, 'b')]).view.notice).toBeNull()
    expect(afterWriting(shape, state, first.revision, [version('other', 1, 'b')]).view.notice?.kind).toBe('elsewhere')
  })
})

describe('at the notice', () => {
  it('undoing what was restored drops it from the disk, with all that it had seen', () => {
    const { state, drop } = afterUndo(shape, read(fresh, [version('other', 3, 'a', { third: 2 })]))
    expect(state).toMatchObject({ detached: true, due: null, view: { value: shape.initial, notice: null } })
    expect(drop).toEqual({ other: 3, third: 2 })
  })
  it('taking the other tab’s and keeping one’s own both take its place on the disk', () => {
    const noticed = read(write(typed(fresh, 'mine')).state, [version('other', 1, 'theirs')])
    const chosen = afterUndo(shape, noticed).state
    expect(chosen).toMatchObject({ due: 'now', seen: { me: 1, other: 1 }, view: { value: { name: 'theirs' } } })
    expect(afterUndo(shape, chosen).state.view.value.name).toBe('mine')
    expect(afterDismiss(noticed)).toMatchObject({
      due: 'now',
      seen: { me: 1, other: 1 },
      view: { value: { name: 'mine' } },
    })
  })
})

describe('a form that was sent', () => {
  it('here follows no other tab until it is typed into', () => {
    const sent = afterSending(shape, typed(fresh, 'a'))
    expect(read(sent, [version('other', 1, 'b')]).view.value.name).toBe('a')
    expect(typed(sent, 'ab').detached).toBe(false)
  })
  it('elsewhere counts as sent here if that tab had seen all of it', () => {
    const { state } = write(typed(fresh, 'a'))
    expect(afterSentElsewhere(state, { me: 1 }).view.typed).toBe(false)
    expect(afterSentElsewhere(state, {}).view.typed).toBe(true)
    expect(afterSentElsewhere(typed(state, 'ab'), { me: 1 }).view.typed).toBe(true)
  })
})
