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
  'x-rate-limits': z.array(
    z.strictObject({ per: z.enum(['address', 'account', 'company']), most: z.number(), oneEveryMs: z.number() }),
  ),
  parameters: z.array(Parameter),
  requestBody: z.strictObject({ required: z.literal(true), content: z.union([Content, Upload]) }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/),
    z.strictObject({ description: z.string().min(1), content: z.union([Content, Bytes]).optional() }),
  ),
})
/** The subset of OpenAPI 3.1 that the document uses. */
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

test('every answer has a body, but that to a resumable upload that has begun', () => {
  const bare = operations.flatMap(({ operation: { operationId, responses } }) =>
    Object.entries(responses).flatMap(([status, { content }]) => (content ? [] : [`${operationId} ${status}`])),
  )
  expect(bare).toEqual(['resumableUpload 201'])
})

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
      const answered = operation.responses['200']?.content?.['application/json'].schema
      if (['fileBytes', 'auditExport'].includes(operation.operationId) || operation.operationId.endsWith('File'))
        expect(answered).toEqual({ $ref: '#/components/schemas/Envelope' })
      else expect(answered).toMatchObject({ allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object' }] })
      for (const name of operation.security.flatMap((one) => Object.keys(one)))
        expect(document.components.securitySchemes).toHaveProperty(name)
    }
    expect(operationOf('login')?.security).toEqual([])
    expect(operationOf('lotList')?.security).toEqual([{ sellerToken: [] }, { venueToken: [] }])
    expect(operationOf('bidOrCounteroffer')?.security).toEqual([{ venueToken: [] }])
  })

  test('shows how often each call may be made', () => {
    const account = { per: 'account', most: 1_000, oneEveryMs: 5 }
    expect(operationOf('login')?.['x-rate-limits']).toEqual([{ per: 'address', most: 300, oneEveryMs: 50 }])
    expect(operationOf('upload')?.['x-rate-limits']).toEqual([
      { per: 'account', most: 60, oneEveryMs: 10_000 },
      account,
    ])
    expect(operationOf('lotInfo')?.['x-rate-limits']).toEqual([account])
    expect(operationOf('newsList')?.['x-rate-limits']).toEqual([])
  })

  test('shows the wire: money as text, times as date-time, numbers of a query with their bounds', () => {
    const bid = JSON.stringify(operationOf('bidOrCounteroffer')?.requestBody)
    expect(bid).toContain('"price":{"type":"string","pattern":')
    expect(bid).toContain('"notAfter":{"type":"string","format":"date-time"')
    const size = operationOf('lotList')?.parameters.find(({ name }) => name === 'pageSize')
    expect(size).toMatchObject({
      in: 'query',
      required: false,
      schema: { anyOf: [{ type: 'integer', minimum: 1, maximum: 100 }, { type: 'string' }], default: 20 },
    })
  })

  test('says of every page number, size and type of a bid that text and numbers are taken alike', () => {
    const pages = operations.flatMap(({ operation }) => [
      ...operation.parameters.filter(({ name }) => /^page(Num|Size)$/.test(name)).map(({ schema }) => schema),
      ...['pageNum', 'pageSize'].flatMap((name) => valuesOf(operation.requestBody, name)),
    ])
    expect(pages.length).toBeGreaterThan(20)
    for (const page of pages) expect(page).toMatchObject({ anyOf: [{ type: 'integer' }, { type: 'string' }] })
    for (const id of ['bidOrCounteroffer', 'counterOfferList']) {
      const types = JSON.stringify(valuesOf(operationOf(id)?.requestBody, 'type'))
      expect(types).toContain('["1",1]')
      expect(types).toContain('["2",2]')
    }
  })

  test('takes files as a form, names them in the answer, and gives them as bytes', () => {
    expect(operationOf('upload')).toMatchObject({ requestBody: { content: { 'multipart/form-data': {} } } })
    expect(JSON.stringify(operationOf('upload')?.responses['200'])).toContain('"fileName":')
    expect(operationOf('fileBytes')?.responses['200']?.content).toHaveProperty('application/octet-stream')
  })

  test('tells of the live connection', () => {
    expect(document.info.description).toContain('/prod-api/live?scheduleTimelineId=')
    expect(document.info.description).toContain('`venue.v2`')
  })
})

describe('19 a range of days', () => {
  const queryOf = (id: string) =>
    (operationOf(id)?.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)

  test.each(['auditList', 'auditExport', 'outboxList', 'contractList', 'statementInfo', 'notificationList'])(
    '%s takes beginTime and endTime',
    (id) => expect(queryOf(id)).toEqual(expect.arrayContaining(['beginTime', 'endTime'])),
  )
  test('is called from and to by no call', () => {
    const named = operations.filter(({ operation: { operationId } }) =>
      queryOf(operationId).some((name) => ['from', 'to'].includes(name)),
    )
    expect(named.map(({ operation: { operationId } }) => operationId)).toEqual([])
  })
})
