import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import * as calls from '../../src/contract/calls/index.ts'
import type { AnyCall } from '../../src/contract/call.ts'
import { PERMISSIONS } from '../../src/contract/permissions.ts'
import { wire } from '../../src/contract/wire.ts'
import { DEFAULT_RULE } from '../../src/domain/rule.ts'
import { ACCESS } from '../../src/server/http/access.ts'
import { addTimeline } from '../../src/server/store/schedules.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'

/** 15.5: in every call that names one, a draft of a sale answers others exactly like a sale that does not exist. */

const PLENTY = { most: 100_000, oneEveryMs: 1 }
let house: House
let draft: Sale
beforeAll(async () => {
  house = await openHouse({ limits: { signIn: PLENTY, document: PLENTY, account: PLENTY } })
  await addPeople(house)
  draft = await addSale(house, { stand: 'preparing' })
})
afterAll(() => house.close())

type Name = keyof typeof wire
const isName = (name: string): name is Name => name in wire
const ALL: Readonly<Record<Name, AnyCall>> = calls
const callOf = (name: Name): AnyCall => ALL[name]
/** Names of a sale, its schedule, a lot. */
type Ids = Readonly<Record<'scheduleTimelineId' | 'scheduleId' | 'contractObjectId', string>>
const LISTS_OF_LOTS: ReadonlySet<string> = new Set(['contractObjectIds', 'untried'])

const Shape = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() })
const Choice = z.looseObject({ anyOf: z.array(z.unknown()).optional(), oneOf: z.array(z.unknown()).optional() })
/** Fields of an input, for each of its alternatives. */
function formsOf(schema: z.ZodType | undefined): readonly (readonly string[])[] {
  const forms = (json: unknown): readonly (readonly string[])[] => {
    const { anyOf, oneOf } = Choice.parse(json)
    const choices = anyOf ?? oneOf
    return choices ? choices.flatMap(forms) : [Object.keys(Shape.parse(json).properties ?? {})]
  }
  return schema ? forms(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : [[]]
}

/** Further input that each call needs to get as far as looking for the sale. */
const REST: Readonly<Partial<Record<Name, Readonly<Record<string, string>>>>> = {
  assemblyLogin: { ticket: 'none', account: 'buyer1', password: PASSWORD },
  resultFile: { format: 'csv' },
  receiptFile: { seq: '1' },
}

/** Calls that an anonymous caller may make, and that take a sale's or a lot's name. */
const NAMING = Object.keys(wire)
  .filter(isName)
  .filter((name) => {
    const { token, params, query, body }: AnyCall = callOf(name)
    const { who }: { readonly who: string | readonly string[] } = ACCESS[name]
    const fields = [params, query, body].flatMap((schema) => formsOf(schema).flat())
    const isOperators = PERMISSIONS.some((permission) => permission === who)
    return (
      token !== 'venue' &&
      !isOperators &&
      fields.some((field) => /^(scheduleTimelineId|scheduleId|contractObjectIds?)$/.test(field))
    )
  })

async function answers(name: Name, ids: Ids, token: string | undefined): Promise<readonly string[]> {
  const { method, path, query, body }: AnyCall = callOf(name)
  const named: Readonly<Record<string, string>> = { ...REST[name], ...ids }
  const url = path.replaceAll(/\{(\w+)\}/g, (_all, field: string) => named[field] ?? 'none')
  const fill = (fields: readonly string[]) =>
    Object.fromEntries(
      fields.flatMap((field): [string, string | string[]][] => {
        if (LISTS_OF_LOTS.has(field)) return [[field, [ids.contractObjectId]]]
        return named[field] === undefined ? [] : [[field, named[field]]]
      }),
    )
  const said: string[] = []
  for (const fields of formsOf(method === 'GET' ? query : body)) {
    const { http, code, reason, total, rows } = await house.ask(method, url, {
      token,
      ...(method === 'GET' ? { query: z.record(z.string(), z.string()).parse(fill(fields)) } : { body: fill(fields) }),
    })
    said.push(JSON.stringify([http.statusCode, code, reason, total, rows?.length]))
  }
  return said
}

test('there are such calls, documents, pages of calendars and doors among them', () => {
  expect(NAMING).toEqual(
    expect.arrayContaining(
      'ticket assemblyLogin scheduleInfo timelineInfo lotList lotDownload lotFacets lotInfo attentionAdd catalogueFile calendarFile receiptFile resultFile biddingRegistrationAdd admissionPin'.split(
        ' ',
      ),
    ),
  )
})

const OUTSIDERS: readonly (Login | undefined)[] = [
  undefined,
  'newbie',
  'pending',
  'suspended',
  'buyer1',
  'audience1',
  'unsigned',
]
test.each(NAMING)('%s answers the same for a draft and for no sale at all', async (name) => {
  const nothing: Ids = { scheduleTimelineId: 'nowhere', scheduleId: 'nowhere', contractObjectId: 'nowhere-1' }
  const ids: Ids = {
    scheduleTimelineId: draft.id,
    scheduleId: draft.scheduleId,
    contractObjectId: draft.lots[0] ?? '',
  }
  for (const who of OUTSIDERS) {
    const token = who && (await sellerToken(house, who))
    expect([who, await answers(name, ids, token)]).toEqual([who, await answers(name, nothing, token)])
  }
})

test('a published session does not bring a draft of its schedule to light', async () => {
  const mixed = await addSale(house, { stand: 'published' })
  const now = house.clock.now()
  await addTimeline(house.store.db, {
    id: 'hidden-draft',
    scheduleId: mixed.scheduleId,
    startTime: now,
    signUpDeadline: now,
    rule: DEFAULT_RULE,
    hostAccountId: 'host',
    createdAt: now,
  })
  const token = await sellerToken(house, 'buyer1')
  for (const by of [undefined, token])
    for (const path of [
      'schedule/list',
      `schedule/${mixed.scheduleId}`,
      `scheduleTimeline/${mixed.id}`,
      `calendar/${mixed.id}`,
    ]) {
      const { http } = await house.ask('GET', `/auction/${path}`, { token: by })
      expect([path, http.statusCode]).toEqual([path, 200])
      expect(http.body).not.toContain('hidden-draft')
    }
  expect((await house.ask('GET', '/auction/calendar/hidden-draft')).code).toBe(404)
  const host = await sellerToken(house, 'host')
  const own = await house.ask('GET', `/auction/schedule/${mixed.scheduleId}`, { token: host })
  expect(own.http.body).toContain('hidden-draft')
})
