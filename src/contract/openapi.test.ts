import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { API_BASE } from './constants.ts'
import { listCalls, openapi } from './openapi.ts'

const AnySchema = z.looseObject({})
const Parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: AnySchema,
})
const Content = z.strictObject({ 'application/json': z.strictObject({ schema: AnySchema }) })
/** Files, in and out. */
const Upload = z.strictObject({ 'multipart/form-data': z.strictObject({ schema: AnySchema }) })
const Bytes = Content.extend({ 'application/octet-stream': z.strictObject({ schema: AnySchema }) })
const Operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  tags: z.array(z.string()),
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter),
  requestBody: z.strictObject({ required: z.literal(true), content: z.union([Content, Upload]) }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/),
    z.strictObject({ description: z.string().min(1), content: z.union([Content, Bytes]) }),
  ),
})
/** What OpenAPI 3.1 asks of the parts that we use. */
const Document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post', 'delete']), Operation)),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), AnySchema),
    securitySchemes: z.record(
      z.string(),
      z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), description: z.string() }),
    ),
  }),
})

const json: unknown = JSON.parse(JSON.stringify(openapi('1.2.3')))
const document = Document.parse(json)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const operationOf = (id: string) => operations.find(({ operation }) => operation.operationId === id)?.operation

function valuesOf(node: unknown, key: string): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(value, key),
  ])
}

describe('the OpenAPI document', () => {
  test('has every call, once, under its own name', () => {
    expect(operations.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`)).toEqual(
      expect.arrayContaining(
        listCalls().map(([name, call]) => `${name} ${call.method.toLowerCase()} ${API_BASE}${call.path}`),
      ),
    )
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(listCalls().length)
  })

  test('points nowhere outside itself', () => {
    const references = valuesOf(json, '$ref')
    expect(references.length).toBeGreaterThan(50)
    for (const reference of references)
      expect(document.components.schemas).toHaveProperty(String(reference).replace('#/components/schemas/', ''))
    expect(valuesOf(json, '$defs')).toEqual([])
    expect(valuesOf(json, '$schema')).toEqual([])
  })

  test('declares each part of a path, and asks for it', () => {
    for (const { path, operation } of operations) {
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(declared.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
      expect(declared.every(({ required }) => required)).toBe(true)
    }
  })

  test('gives each answer in its envelope, and the tokens that a call takes', () => {
    for (const { operation } of operations) {
      const answered = operation.responses['200']?.content['application/json'].schema
      if (operation.operationId === 'fileBytes') expect(answered).toEqual({ $ref: '#/components/schemas/Envelope' })
      else expect(answered).toMatchObject({ allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object' }] })
      for (const name of operation.security.flatMap((one) => Object.keys(one)))
        expect(document.components.securitySchemes).toHaveProperty(name)
    }
    expect(operationOf('login')?.security).toEqual([])
    expect(operationOf('lotList')?.security).toEqual([{ sellerToken: [] }, { venueToken: [] }])
    expect(operationOf('bidOrCounteroffer')?.security).toEqual([{ venueToken: [] }])
  })

  test('shows the wire: money as text, times as date-time, numbers of a query with their bounds', () => {
    const bid = JSON.stringify(operationOf('bidOrCounteroffer')?.requestBody)
    expect(bid).toContain('"price":{"type":"string","pattern":')
    expect(bid).toContain('"notAfter":{"type":"string","format":"date-time"')
    const size = operationOf('lotList')?.parameters.find(({ name }) => name === 'pageSize')
    expect(size).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    })
  })

  test('takes files as a form, names them in the answer, and gives them as bytes', () => {
    expect(operationOf('upload')).toMatchObject({ requestBody: { content: { 'multipart/form-data': {} } } })
    expect(JSON.stringify(operationOf('upload')?.responses['200'])).toContain('"fileName":')
    expect(operationOf('fileBytes')?.responses['200']?.content).toHaveProperty('application/octet-stream')
  })

  test('tells of the live connection', () => {
    expect(document.info.description).toContain('/prod-api/live?scheduleTimelineId=')
    expect(document.info.description).toContain('`venue.v1`')
  })
})
