import { isFile, isForm, placeholderOf, type FileItem, type FormItem, type OutboxItem } from './items.ts'

/** The sender's next step. */
export type NextStep =
  /** The server has accepted the form: removes its files, then the form. */
  | { readonly do: 'finish'; readonly form: FormItem }
  /** The form cannot be sent: one of its files was refused, or is gone. */
  | { readonly do: 'giveBack'; readonly form: FormItem }
  | { readonly do: 'sendForm'; readonly form: FormItem; readonly files: readonly FileItem[] }
  | { readonly do: 'sendFile'; readonly file: FileItem }
  /** The file was uploaded so long ago that the server may have swept it. */
  | { readonly do: 'renew'; readonly file: FileItem }
  /** Nothing is due before then. */
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'nothing' }

/** The item is sent as soon as possible. */
export const isDue = ({ state }: OutboxItem): boolean => state === 'waiting' || state === 'sending'

/** Limit for using an uploaded file; the server sweeps a file that no form refers to after seven days. */
const UP_MS = 6 * 24 * 3_600_000

/**
 * Forms come before files, older ones first: a complete form need not wait for the next file. `anew`: ignores retry
 * times.
 */
export function nextStep(items: readonly OutboxItem[], now: number, anew = false): NextStep {
  const hasTime = ({ retryAt }: OutboxItem): boolean => anew || retryAt <= now
  const inOrder = items.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  const forms = inOrder.filter(isForm)
  const files = inOrder.filter(isFile)
  const accepted = forms.find(({ state }) => state === 'accepted')
  if (accepted) return { do: 'finish', form: accepted }

  const waits: number[] = []
  for (const form of forms.filter(isDue)) {
    const own = filesOf(form, files)
    if (own === null || own.some(({ state }) => state === 'refused')) return { do: 'giveBack', form }
    if (!own.every(({ state }) => state === 'up')) continue
    const old = own.find(({ upAt }) => now - upAt > UP_MS)
    if (old) return { do: 'renew', file: old }
    if (hasTime(form)) return { do: 'sendForm', form, files: own }
    waits.push(form.retryAt)
  }
  for (const file of files.filter(isDue)) {
    if (hasTime(file)) return { do: 'sendFile', file }
    waits.push(file.retryAt)
  }
  return waits.length === 0 ? { do: 'nothing' } : { do: 'wait', until: Math.min(...waits) }
}

/** The form's files; null if one of them is gone. */
function filesOf(form: FormItem, files: readonly FileItem[]): readonly FileItem[] | null {
  const own = form.files.map(({ id }) => files.find((file) => file.id === id))
  return own.every((file) => file !== undefined) ? own : null
}

/** The form's body with the paths of its files. */
export function withPaths({ body, files }: FormItem, up: readonly FileItem[]): FormItem['body'] {
  const paths = new Map(files.map(({ id }) => [placeholderOf(id), up.find((file) => file.id === id)?.path ?? '']))
  const texts = new Set(Object.entries(body).flatMap(([field, value]) => (typeof value === 'string' ? field : [])))
  return {
    ...filled(body, paths),
    // A field of one file may have been empty when the form was submitted.
    ...Object.fromEntries(
      files.filter(({ field }) => texts.has(field)).map(({ field, id }) => [field, paths.get(placeholderOf(id)) ?? '']),
    ),
  }
}

/** The value with each placeholder replaced, also in lists and nested objects. */
function filled<T>(value: T, paths: ReadonlyMap<string, string>): T
function filled(value: unknown, paths: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return paths.get(value) ?? value
  if (Array.isArray(value)) return value.map((one: unknown) => filled(one, paths))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled<unknown>(one, paths)]))
}

const FIRST_MS = 1_000
const LONGEST_MS = 60_000
/** Full jitter, so that devices that lost the same mast do not return at once. */
export const retryDelay = (tries: number, random: () => number): number =>
  random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries, 10))
