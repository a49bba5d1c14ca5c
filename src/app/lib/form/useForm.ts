import { useLingui } from '@lingui/react/macro'
import { useEffect, useState, type FormEvent } from 'react'
import type * as z from 'zod'
import { openDraft, type DraftStore } from '../../../client/drafts/drafts.ts'
import { draftPortsOf } from '../../../client/drafts/draftPorts.ts'
import { onHide } from '../../../client/room/roomPorts.ts'
import { whenQuiet } from '../../boot/idle.ts'
import type { Deferred } from '../../boot/deferred.ts'
import { useHold } from '../useHold.ts'
import { useStore } from '../useStore.ts'
import { createDraft, type DraftNotice, type DraftView, type OldDraft } from '../../../client/drafts/draft.ts'
import type { DraftShape } from '../../../client/drafts/shape.ts'
import { settledTexts, type Figure, type Figures } from './figure.ts'
import { pressOf } from './press.ts'
import { errorsFrom, errorsOf, type FormError } from './rules.ts'
import { useClient } from '../client.ts'
import { newKey } from '../../../client/ports/newKey.ts'

interface FormOptions<T extends object> extends DraftShape<T> {
  /** Key of the draft: 'register', 'profile', 'company' … */
  readonly name: string
  /** Validates the whole value. Deferred, because it imports zod, which a page can begin without. */
  readonly schema: Deferred<z.ZodType>
  /** The value to validate and send, if it differs from the typed one: a file that is still being uploaded counts. */
  readonly asSent?: (value: T) => T
  /** Fields that hold numbers; an attempt to submit rewrites their texts to what was read (`figure.ts`). */
  readonly figures?: (value: T) => Figures
  /** Turns the draft off, for forms that contain nothing but passwords. */
  readonly draft?: false
}

export interface Draft extends Pick<DraftView<object>, 'notice' | 'old' | 'trouble'> {
  readonly notice: DraftNotice | null
  readonly old: OldDraft | null
  /** On `restored`: returns to the value before. On `elsewhere`: takes the other tab's value. */
  readonly undo: () => void
  /** On `elsewhere`: keeps this tab's value. */
  readonly dismiss: () => void
  /** Discards a draft that no longer fits the form. */
  readonly putAside: () => void
  /** Deletes the draft, after the form was sent. */
  readonly clear: () => Promise<void>
}

/** Props for `<Field>` and `<SelectField>`. */
interface Bound {
  readonly name: string
  readonly value: string
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
  readonly onBlur: () => void
  readonly error: string | undefined
}

export interface Form<T extends object> {
  readonly value: T
  /** The draft has been read, or the form no longer waits for it. */
  readonly ready: boolean
  /** The search for the draft is over. */
  readonly settled: boolean
  readonly set: (patch: Partial<T>) => void
  /** Whether the form is valid; null until the rules are loaded. */
  readonly valid: boolean | null
  /** Text of a field's error, once the cursor has left the field, or after an attempt to submit. */
  readonly errorOf: (key: keyof T & string) => string | undefined
  /** For a custom control: the cursor has left it. */
  readonly leave: (key: keyof T & string) => void
  readonly field: (key: keyof T & string) => Bound
  /** Props for a `FigureField` of one of the form's `figures`. */
  readonly figure: (key: keyof T & string) => Bound & { readonly figure: Figure }
  /**
   * `onSubmit` of the form: calls `onValid` with the typed value, or moves the focus to the first error. A number whose
   * text is rewritten to its reading by this press (`isPlain`) is only shown; the next press sends.
   */
  readonly submit: (onValid: (value: T) => void) => (event: FormEvent) => void
  /** Like `submit`, for a form that submits itself once its files are uploaded. */
  readonly attempt: (onValid: (value: T) => void) => void
  /** Shows the server's errors at their fields, or at the whole form. */
  readonly take: (error: unknown) => void
  /** Shows a refusal at its field. */
  readonly showErrorAt: (key: (keyof T & string) | undefined, error: unknown) => void
  /** After an attempt to submit all errors, before it only those of the server. */
  readonly errors: readonly FormError[]
  /** Counts the failed attempts; the summary takes the focus at each. */
  readonly attempts: number
  readonly draft: Draft
}

/** Readers look at a form before they type, so its rules may load this late. */
const LOOKS_MS = 2_000

const noFigures = (): Figures => ({})

const nothing: DraftStore = {
  load: () => Promise.resolve([]),
  save: () => Promise.resolve([]),
  drop: () => Promise.resolve([]),
  watch: () => () => {},
}
const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/**
 * The owner of the form. A form left open at sign-out still belongs to its owner: an account that signs in meanwhile,
 * here or in another tab, does not see it. A visitor's input stays with the visitor after signing in.
 */
function useOwner(): string {
  const client = useClient()
  useStore(client.session.token)
  const now = client.session.account()
  const [owner, setOwner] = useState(now ?? '')
  if (owner === '' || !now || now === owner) return owner
  setOwner(now)
  return now
}

/** One form: its value, its errors and its draft, which is sealed to the account that opened the form. */
export function useForm<T extends object>(options: FormOptions<T>): Form<T> {
  const client = useClient()
  const { i18n } = useLingui()
  const { name, draft, asSent = (typed: T) => typed, figures = noFigures } = options
  const schema = useStore(options.schema)
  const owner = useOwner()
  const make = () => ({
    owner,
    kept: createDraft(options, {
      store: draft === false ? nothing : openDraft({ account: owner, form: name }, draftPortsOf(client)),
      tab: newKey().slice(0, 8),
      now: () => Date.now(),
      after,
      onHide: (run) => onHide(client.ports.page, run),
    }),
  })
  const [made, setMade] = useState(make)
  if (made.owner !== owner) setMade(make())
  const { kept } = made
  useEffect(() => kept.start(), [kept])
  const press = pressOf(client)
  const { value, ready, settled, notice, old, trouble, typed } = useStore(kept.view)
  useHold('form', typed)
  const { fetch } = options.schema
  useEffect(
    () =>
      whenQuiet(async () => {
        await fetch()
      }, LOOKS_MS),
    [fetch],
  )
  // An earlier caller has started the fetch; a failed one is retried here.
  const begin = (): void => void fetch().catch(() => null)

  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [attempts, setAttempts] = useState(0)
  const [tried, setTried] = useState(false)
  /** Fields refused by the server, until they are changed. */
  const [refused, setRefused] = useState<readonly FormError[]>([])

  const sent = asSent(value)
  const found = schema === null ? [] : errorsOf(schema, sent, i18n)
  const all = [...found, ...refused.filter(({ key }) => !found.some((error) => error.key === key))]

  const set = (patch: object): void => {
    setRefused(refused.filter(({ key }) => key !== '' && !Object.hasOwn(patch, key)))
    kept.set(patch)
    begin()
  }
  const leave = (key: string): void => {
    press.whenReleased(() => setLeft((before) => new Set([...before, key])))
    begin()
  }
  const errorOf = (key: string): string | undefined =>
    tried || left.has(key)
      ? all.find((error) => error.key === key)?.text
      : refused.find((error) => error.key === key)?.text

  const showErrorAt = (key: string | undefined, error: unknown): void => {
    setRefused(errorsFrom(error, (known) => Object.hasOwn(value, known), i18n, key))
    setAttempts(attempts + 1)
  }

  const attempt = (onValid: (value: T) => void): void => {
    setTried(true)
    setRefused([])
    const { patch, plain } = settledTexts(figures(value), value)
    if (Object.keys(patch).length > 0) kept.set(patch)
    if (!plain) return begin()
    const judge = (valid: boolean): void => {
      if (valid) onValid(sent)
      else setAttempts(attempts + 1)
    }
    if (schema !== null) return judge(found.length === 0)
    void fetch().then(
      (now) => judge(errorsOf(now, sent, i18n).length === 0),
      (error: unknown) => showErrorAt(undefined, error),
    )
  }

  const field = (key: keyof T & string): Bound => {
    const now: unknown = value[key]
    return {
      name: key,
      value: typeof now === 'string' ? now : '',
      error: errorOf(key),
      onChange: ({ target }) => set({ [key]: target.value }),
      onBlur: () => leave(key),
    }
  }

  return {
    value,
    ready,
    settled,
    set,
    leave,
    errorOf,
    attempts,
    valid: schema === null ? null : found.length === 0,
    errors: tried ? all : refused,
    field,
    figure: (key) => {
      const figure = figures(value)[key]
      if (!figure) throw new RangeError(`${key} is no figure of this form`)
      return { ...field(key), figure }
    },
    submit: (onValid) => (event) => {
      event.preventDefault()
      attempt(onValid)
    },
    attempt,
    take: (error) => showErrorAt(undefined, error),
    showErrorAt,
    draft: {
      notice,
      old,
      trouble,
      undo: kept.undo,
      dismiss: kept.dismiss,
      putAside: kept.putAside,
      clear: kept.clear,
    },
  }
}
