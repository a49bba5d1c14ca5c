import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_BASE } from '../../src/contract/constants.ts'
import type { CallWire } from '../../src/contract/wire.ts'
import { wire } from '../../src/contract/wire.ts'
import { later } from '../../src/domain/units.ts'
import type { Standpoint } from '../../src/server/auth/caller.ts'
import { may } from '../../src/server/auth/permissions.ts'
import { openTokens } from '../../src/server/auth/tokens.ts'
import { ACCESS } from '../../src/server/http/access.ts'
import { accountById, addAccount } from '../../src/server/store/accounts.ts'
import { openHouse } from '../support/http/house.ts'
import type { Answered, House } from '../support/http/house.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'
import { someAccount } from '../support/store/rows.ts'

/** Every call × every role: the acts that `ACCESS` allows, and no other. */

const PLENTY = { most: 100_000, oneEveryMs: 1 }
const HOUR_MS = 3_600_000
type Name = keyof typeof wire

/** Operators with one permission each, as roles are cut. */
const CLERKS = {
  auditor: 'system:audit:read',
  reviewer: 'user:certification:review',
  decider: 'sale:deal:decide',
} as const

interface Role {
  readonly account: Login | keyof typeof CLERKS
  /** The part in the running sale; `null`: only signed in. */
  readonly part: Standpoint | null
  /** The sign-in, or the session, has ended. */
  readonly over?: 'signedOut' | 'sale'
}
const seated = (account: Role['account'], part: Standpoint): Role => ({ account, part })
const ROLES = {
  newbie: { account: 'newbie', part: null },
  pending: { account: 'pending', part: null },
  suspended: { account: 'suspended', part: null },
  'certified buyer': { account: 'buyer1', part: null },
  'certified seller': { account: 'seller1', part: null },
  'host signed in': { account: 'host', part: null },
  'audience signed in': { account: 'audience1', part: null },
  operator: { account: 'admin', part: null },
  'operator who reads the trail alone': { account: 'auditor', part: null },
  'operator who certifies alone': { account: 'reviewer', part: null },
  'operator who decides on deals alone, watching': seated('decider', { identity: 4 }),
  'ended sign-in': { account: 'buyer1', part: null, over: 'signedOut' },
  applicant: seated('buyer3', { identity: 0 }),
  buyer: seated('buyer1', { identity: 1, number: 1 }),
  'another company’s buyer': seated('buyer2', { identity: 1, number: 2 }),
  seller: seated('seller1', { identity: 2, seller: 'S1' }),
  host: seated('host', { identity: 3 }),
  audience: seated('audience1', { identity: 4 }),
  'operator watching': seated('admin', { identity: 4 }),
  'suspended buyer': seated('suspended', { identity: 1, number: 1 }),
  'venue token signed out': { ...seated('buyer1', { identity: 1, number: 1 }), over: 'signedOut' },
  'venue token of an ended session': { ...seated('buyer1', { identity: 1, number: 1 }), over: 'sale' },
} as const satisfies Readonly<Record<string, Role>>
const PART = ['applicant', 'buyer', 'seller', 'host', 'audience'] as const

let house: House
let sale: Sale
let over: Sale
let draft: Sale
beforeAll(async () => {
  house = await openHouse({
    limits: {
      signIn: PLENTY,
      captcha: PLENTY,
      send: PLENTY,
      recovery: PLENTY,
      upload: PLENTY,
      account: PLENTY,
      externalKey: PLENTY,
      message: PLENTY,
      ceiling: PLENTY,
    },
  })
  await addPeople(house)
  for (const [id, permission] of Object.entries(CLERKS))
    await addAccount(house.store.db, someAccount({ id, login: id, permissions: [permission] }))
  sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'] })
  over = await addSale(house, { stand: 'running', bidders: ['c1'] })
  draft = await addSale(house, { stand: 'preparing' })
  await house.rooms.give(over.id, { type: 'accomplish', untried: over.lots }, { actor: 'host', account: 'host' })
})
afterAll(() => house.close())

/** A new token for each call, since some calls end the token that they are made with. */
async function tokenOf({ account, part, over: ended }: Role, at: Sale): Promise<string> {
  const tokens = openTokens(house.store.db)
  const now = house.clock.now()
  // A venue token given before its session ended dies an hour after that end, which has passed here.
  const [from, until] = ended === 'sale' ? [later(now, -2 * HOUR_MS), later(now, -1)] : [now, later(now, HOUR_MS)]
  const issued =
    part === null
      ? await tokens.issueSeller(account, from, until)
      : await tokens.issueVenue(account, null, at.id, part, from, until)
  if (ended === 'signedOut') await tokens.end(issued.hash, now)
  return issued.token
}

const call = (name: Name, token: string | undefined): Promise<Answered> => {
  const { method, path }: CallWire = wire[name]
  return house.ask(method, path.replaceAll(/\{\w+\}/g, 'none'), {
    token,
    ...(method === 'POST' && { body: {} }),
  })
}
/** The refusal that the table gives this role; `null`: allowed. */
async function expected(name: Name, role: Role): Promise<string | null> {
  const { token }: CallWire = wire[name]
  const { who, or = [] }: { readonly who: string | readonly string[]; readonly or?: readonly string[] } = ACCESS[name]
  if (token === 'none') return null
  const kind = role.part === null ? 'seller' : 'venue'
  const forgives = name === 'logout' || name === 'assemblyLogout'
  if (role.over === 'signedOut' && !forgives) return 'auth.token_invalid'
  if (token !== 'either' && token !== kind) return 'auth.wrong_token_kind'
  if (role.over === 'sale' && !forgives) return 'auth.token_expired'
  if (who === 'account') return null
  const person = (await accountById(house.store.db, role.account))?.account
  if (!person) throw new Error(`no account ${role.account}`)
  const suspended = person.status === 0
  if (who === 'seller')
    return person.roles.includes('seller') && person.companyId !== null ? null : 'auth.not_permitted'
  if (typeof who === 'string' && who.includes(':')) {
    const holds =
      !suspended && (person.roles.includes('admin') || [who, ...or].some((one) => person.permissions.includes(one)))
    return holds ? null : 'auth.not_permitted'
  }
  if (suspended) return 'auth.account_suspended'
  if (typeof who === 'string') return null
  if (role.part === null) return 'auth.not_permitted'
  const part = role.part.identity === 4 && person.roles.includes('admin') ? 'operator' : PART[role.part.identity]
  return who.includes(part) ? null : 'auth.not_permitted'
}
/** Handlers' conditions on the object itself (`ALSO`) that fail without any input. */
const ALSO_REFUSED = new Set(['catalogue.not_certified', 'auth.account_suspended', 'key.operator'])

test('every call of the contract is in the policy, and nothing else', () => {
  expect(Object.keys(ACCESS).toSorted()).toEqual(Object.keys(wire).toSorted())
})

test('every call that is served asks the policy: one that the contract does not name is not there', async () => {
  const { paths } = (await house.app.inject({ method: 'GET', url: `${API_BASE}/openapi.json` })).json<{
    paths: Record<string, Record<string, unknown>>
  }>()
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(API_BASE, '')}`),
  )
  const named = Object.values(wire).map(({ method, path }) => `${method} ${path}`)
  expect(named.filter((one) => !served.includes(one))).toEqual([])
})

/** Served below the API without being calls: each reads public data, or is a step of a call that is listed. */
const BESIDES = [
  'GET /openapi.json',
  'GET /common/pictures/:name',
  // An upload's further steps (tus); the gate knows them by its call.
  'PATCH /common/uploads/:uploadId',
  // The same as PATCH, and no other method, where `X-HTTP-Method-Override` says so.
  'POST /common/uploads/:uploadId',
  'HEAD /common/uploads/:uploadId',
  'DELETE /common/uploads/:uploadId',
  // Names the extensions without a token, as tus specifies.
  'OPTIONS /common/uploads',
  // The live connection's frames and heartbeats, where no WebSocket comes through: it judges their venue token itself.
  'GET /live/stream',
  'GET /live/poll',
  'POST /live/beat',
]
test('nothing else is served below the API', () => {
  // The router prints a tree: each line adds to the path of its parent.
  const above: string[] = []
  const routes = house.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', label = '', methods = ''] = /^([│ ]*)[├└]── (\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      above.splice(depth, above.length, label)
      const path = above.join('')
      return path.startsWith(`${API_BASE}/`) && methods !== ''
        ? methods.split(', ').map((method) => `${method} ${path.slice(API_BASE.length)}`)
        : []
    })
  expect(routes).toContain('PATCH /common/uploads/:uploadId')
  const named = new Set(
    Object.values(wire).map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(routes.length).toBeGreaterThanOrEqual(named.size)
  // Fastify answers HEAD wherever it answers GET.
  const served = new Set([...named, 'GET /openapi.json', 'GET /common/pictures/:name'])
  const others = routes.filter(
    (route) => !named.has(route) && (BESIDES.includes(route) || !served.has(route.replace(/^HEAD /, 'GET '))),
  )
  expect(others.toSorted()).toEqual([...BESIDES].toSorted())
})

test('no handler of a call judges who may make it: that stands in the policy alone', () => {
  const judging = globSync('src/server/http/**/*.ts', {
    exclude: ['**/*.test.ts', 'src/server/http/{access,gate}.ts'],
  }).filter((file) => /\bforbid\('auth\.not_permitted'\)|\bpermit\(/.test(readFileSync(file, 'utf8')))
  // An account without a part in the session has no name in its log (A1).
  expect(judging).toEqual(['src/server/http/room.ts'])
})

describe('15, must show 4: every call × every role', () => {
  const names = Object.keys(wire).filter((name): name is Name => name in wire)
  test.each(names)('%s', async (name) => {
    const refusals: Record<string, string | null> = {}
    const wanted: Record<string, string | null> = {}
    const add = (role: string, { code, reason }: Answered, as: string | null) => {
      const refused = code === 401 || code === 403 ? (reason ?? String(code)) : null
      const also = as === null && refused !== null && 'also' in ACCESS[name] && ALSO_REFUSED.has(refused)
      refusals[role] = also ? null : refused
      wanted[role] = as
    }
    // A failed sign-in is not a refusal of the caller, and an empty body does not get that far.
    add('visitor', await call(name, undefined), wire[name].token === 'none' ? null : 'auth.token_missing')
    for (const [title, role] of Object.entries(ROLES))
      add(title, await call(name, await tokenOf(role, sale)), await expected(name, role))
    expect(refusals).toEqual(wanted)
  })

  const READS: readonly (readonly [Name, 'GET' | 'POST'])[] = [
    ['ruleInfo', 'GET'],
    ['getBiddingInfo', 'GET'],
    ['messageList', 'POST'],
    ['logExport', 'GET'],
    ['history', 'GET'],
    ['people', 'GET'],
  ]
  test.each(READS)('%s of another session is refused to who is in this one', async (name, method) => {
    const token = await tokenOf(seated('host', { identity: 3 }), sale)
    const asks = { scheduleTimelineId: over.id, contractObjectId: over.lots[0] ?? '' }
    const answer = await house.ask(method, wire[name].path, {
      token,
      ...(method === 'GET' ? { query: name === 'history' ? { ...asks, after: '0' } : asks } : { body: asks }),
    })
    expect(answer.code).toBeGreaterThanOrEqual(400)
    expect(['auth.wrong_session', 'input.invalid']).toContain(answer.reason)
  })

  test('a suspended operator holds no permission', () => {
    expect(may({ status: 0, roles: ['admin'], permissions: ['*:*:*'] }, 'user:account:list')).toBe(false)
  })
})

describe('15.5 drafts of a sale', () => {
  const OUTSIDERS = [undefined, 'newbie', 'pending', 'suspended', 'buyer1', 'audience1'] as const
  const OWN = ['seller1', 'seller2', 'host', 'admin'] as const
  const as = async (who: Login | undefined) => who && (await tokenOf({ account: who, part: null }, draft))
  const lotOfS1 = () => draft.lots[0] ?? ''
  const lotOfS2 = () => draft.lots.at(-1) ?? ''
  const get = async (path: string, who: Login | undefined, query: Record<string, string> = {}) =>
    house.ask('GET', path, { token: await as(who), query })
  const watch = async (id: string, who: Login) =>
    house.ask('POST', '/auction/biddingAttentionInfo/add', { token: await as(who), body: { contractObjectId: id } })
  const of = () => ({ scheduleTimelineId: draft.id })

  test.each(OUTSIDERS)('are not there for %s, in no list, facet, download, info and watch call', async (who) => {
    const list = await get('/auction/schedule/list', who, { pageSize: '100' })
    expect(list.code).toBe(200)
    expect(JSON.stringify(list)).not.toContain(draft.id)
    expect(await get(`/auction/schedule/${draft.scheduleId}`, who)).toMatchObject({ code: 404 })
    expect(await get(`/auction/scheduleTimeline/${draft.id}`, who)).toMatchObject({ code: 404 })
    for (const status of ['pending', 'deal', 'failed'])
      expect(JSON.stringify(await get('/auction/contractObject/board', who, { status }))).not.toContain(draft.id)
    if (who === undefined) return
    for (const path of ['list', 'whole', 'facets'])
      expect((await get(`/auction/contractObject/${path}`, who, of())).code, path).not.toBe(200)
    expect(JSON.stringify(await get('/auction/contractObject/list', who))).not.toContain(draft.id)
    expect(JSON.stringify(await get('/auction/contractObject/facets', who))).not.toContain(draft.id)
    expect((await get(`/auction/contractObject/${lotOfS1()}`, who)).code).not.toBe(200)
    expect((await watch(lotOfS1(), who)).code).not.toBe(200)
  })

  test.each(OWN)('are read by %s', async (who) => {
    expect(JSON.stringify(await get('/auction/schedule/list', who, { pageSize: '100' }))).toContain(draft.id)
    expect(await get(`/auction/scheduleTimeline/${draft.id}`, who)).toMatchObject({ code: 200 })
    for (const path of ['list', 'whole', 'facets'])
      expect(await get(`/auction/contractObject/${path}`, who, of()), path).toMatchObject({ code: 200 })
    const own = who === 'seller2' ? lotOfS2() : lotOfS1()
    expect(await get(`/auction/contractObject/${own}`, who)).toMatchObject({ code: 200 })
    expect(await watch(own, who)).toMatchObject({ code: 200 })
  })

  test('a seller reads its own lots of a draft, and not those of another', async () => {
    for (const path of ['list', 'whole'])
      expect(await get(`/auction/contractObject/${path}`, 'seller2', of())).toMatchObject({
        total: 1,
        rows: [{ contractObjectId: lotOfS2() }],
      })
    expect(await get('/auction/contractObject/facets', 'seller2', of())).toMatchObject({
      data: { sales: [{ openLots: 1 }], species: ['云杉'] },
    })
    expect(await get(`/auction/contractObject/${lotOfS1()}`, 'seller2')).toMatchObject({ code: 404 })
    expect(await watch(lotOfS1(), 'seller2')).toMatchObject({ code: 404 })
  })
})
