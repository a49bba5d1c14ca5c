import type * as z from 'zod'
import type { AnyCall, Received } from '../../contract/call.ts'
import type { InputError } from '../../contract/envelope.ts'
import { formTexts } from '../../texts/forms.ts'

/** The untyped input, as split by the HTTP library. */
export interface Raw {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}
/** The input as the call's schemas read it: declared fields alone. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly InputError[] }

const PARTS = ['params', 'query', 'body'] as const
const ERRORS_TOLD = 20
/** Maximum nesting of input, which no call exceeds; deep nesting attacks recursive code. */
const DEPTH = 8

/** Params, query and body, parsed by the call's schemas; or every location that is wrong. */
export function parseInput<C extends AnyCall>(call: C, raw: Raw): Parsed<Received<C>> {
  const flaws = PARTS.flatMap((part) => flawsOf(raw[part], part, DEPTH))
  if (flaws.length > 0) return { ok: false, errors: flaws.slice(0, ERRORS_TOLD) }

  const errors: InputError[] = []
  const part = (name: (typeof PARTS)[number]): unknown => {
    const schema = call[name]
    if (!schema) errors.push(...fieldsOf(raw[name]).map((field) => undeclared(name, field)))
    const parsed = schema?.safeParse(raw[name])
    if (parsed?.error) errors.push(...errorsOf(parsed.error.issues, [name]))
    return parsed?.data
  }
  const value = { params: part('params'), query: part('query'), body: part('body') }
  // The one cast: a parsed value has the schema's output type, which the compiler cannot infer here.
  return errors.length > 0
    ? { ok: false, errors: errors.slice(0, ERRORS_TOLD) }
    : { ok: true, value: value as Received<C> }
}

/** A part that the call does not declare may be absent or empty. */
const fieldsOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : value === undefined || value === null ? [] : ['']
const undeclared = (part: string, field: string): InputError => ({
  path: field === '' ? part : `${part}.${field}`,
  code: 'unrecognized_keys',
})

/** Flaws that no schema checks: text that the database refuses, keys special to JavaScript, a query given twice. */
function flawsOf(value: unknown, path: string, depth: number): InputError[] {
  if (typeof value === 'string') return isText(value) ? [] : [{ path, code: 'not_text' }]
  if (typeof value !== 'object' || value === null) return []
  if (depth === 0) return [{ path, code: 'too_deep' }]
  if (Array.isArray(value)) {
    if (path.startsWith('query.')) return [{ path, code: 'duplicate' }]
    return value.flatMap((item, index) => flawsOf(item, `${path}.${index}`, depth - 1)).slice(0, ERRORS_TOLD)
  }
  return Object.entries(value)
    .flatMap(([key, inner]) => {
      if (!isText(key)) return [{ path, code: 'not_text' }]
      return FORBIDDEN_KEYS.has(key)
        ? [{ path: `${path}.${key}`, code: 'forbidden_key' }]
        : flawsOf(inner, `${path}.${key}`, depth - 1)
    })
    .slice(0, ERRORS_TOLD)
}

/** The account that an input names, in a field that its call declares. */
export function accountIn(parsed: Parsed<Received<AnyCall>>): string | null {
  const body: unknown = parsed.ok ? parsed.value.body : null
  if (typeof body !== 'object' || body === null || !('account' in body)) return null
  return typeof body.account === 'string' && body.account.trim() !== '' ? body.account.trim() : null
}

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
/** PostgreSQL stores no NUL in text, and half a surrogate pair is not valid Unicode. */
const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function errorsOf(issues: readonly z.core.$ZodIssue[], at: readonly PropertyKey[]): InputError[] {
  return issues.flatMap((issue) => {
    const path = [...at, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key].join('.'), code: issue.code }))
    const nearest = issue.code === 'invalid_union' ? nearestOf(issue.errors) : undefined
    return nearest ? errorsOf(nearest, path) : [{ path: path.join('.'), code: codeOf(issue) }]
  })
}

/** A rule that has a text of its own says it by its key, so that the form shows the same text as before sending. */
const codeOf = ({ code, message }: z.core.$ZodIssue): string =>
  code === 'custom' && Object.hasOwn(formTexts, message) ? message : code

/** The alternative of a union with the fewest errors, whose messages help most. */
const nearestOf = (alternatives: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined =>
  alternatives.toSorted((a, b) => a.length - b.length)[0]
