import * as z from 'zod'
import { expect, test } from 'vitest'
import { listCalls } from './openapi.ts'

/**
 * Calls of the specification that do not show their body's fields: a body may hold more than is declared, and the parse
 * drops it. All other bodies, and every query, refuse what they do not declare.
 */
const OPEN = new Set([
  'login',
  'attentionAdd',
  'attentionCancel',
  'messageList',
  'messageAdd',
  'bidOrCounteroffer',
  'accomplish',
])

/** The places of a schema where an object takes more than its declared fields. */
function openIn(schema: z.core.$ZodType | undefined, path: string): string[] {
  if (!schema) return []
  if (schema instanceof z.ZodObject) {
    const { catchall } = schema.def
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.def.shape
    const here = catchall instanceof z.ZodNever ? [] : [path]
    return [...here, ...Object.entries(shape).flatMap(([name, field]) => openIn(field, `${path}.${name}`))]
  }
  if (schema instanceof z.ZodArray) return openIn(schema.element, `${path}[]`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => openIn(one, path))
  if (schema instanceof z.ZodPipe) return openIn(schema.in, path)
  if (schema instanceof z.ZodRecord) return openIn(schema.valueType, `${path}{}`)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return openIn(schema.unwrap(), path)
  return []
}

test.each(listCalls())('%s takes no query field that it does not declare', (_name, call) => {
  if (!call.query) return
  expect(call.query).toBeInstanceOf(z.ZodObject)
  expect(openIn(call.query, 'query')).toEqual([])
})

test.each(listCalls())(
  '%s takes no body field that it does not declare, unless the specification leaves it open',
  (name, call) => {
    if (OPEN.has(name)) expect(openIn(call.body, 'body')).toContain('body')
    else expect(openIn(call.body, 'body')).toEqual([])
  },
)
