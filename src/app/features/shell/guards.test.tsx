import { isRedirect, type ParsedLocation } from '@tanstack/react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userQuery } from '../../lib/user.ts'
import { noticesOf } from '../../ui/toast.ts'
import { requireSignedOut, needSeller, needVenue } from './guards.ts'
import { pageClient } from '../../../../tests/support/client.tsx'
import { SIGNED_IN_USER } from '../../../../tests/support/signed-in-user.ts'
import { Queries } from '../../lib/client.ts'

let client = pageClient()

const at = (href: string) => {
  const url = new URL(href, location.origin)
  const place = {
    href,
    pathname: url.pathname,
    searchStr: url.search,
    search: {},
    hash: '',
    state: { __TSR_index: 0 },
  } satisfies Partial<ParsedLocation>
  return {
    location: { ...place, publicHref: href, external: false } as ParsedLocation,
    context: { client, queries: new Queries(client), localeReady: Promise.resolve() },
    preload: false,
  }
}

async function sentTo(guard: () => void | Promise<void>): Promise<{ to: unknown; search: unknown } | null> {
  try {
    await guard()
    return null
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    const { options }: { readonly options: { readonly to?: unknown; readonly search?: unknown } } = thrown
    return { to: options.to, search: options.search }
  }
}

const cookie = (name: string, value: string) => {
  document.cookie = `${name}=${value}; path=/`
}

afterEach(() => {
  for (const name of ['Seller-Token', 'Venue-Token']) document.cookie = `${name}=; path=/; max-age=0`
  localStorage.clear()
  client = pageClient()
})

describe('spec §2, access rules', () => {
  it('a visitor is sent to sign in, with the full path to come back to', async () => {
    const wanted = '/target/list?scheduleTimelineId=7&page=2'
    expect(await sentTo(() => needSeller(at(wanted)))).toEqual({ to: '/login', search: { redirect: wanted } })
  })
  it('and with the language that the address chose', async () => {
    const sent = await sentTo(() => needSeller(at('/target/list?lang=en')))
    expect(sent?.search).toEqual({ redirect: '/target/list?lang=en', lang: 'en' })
  })
  it('a seller token lets pass', async () => {
    cookie('Seller-Token', 't')
    expect(await sentTo(() => needSeller(at('/target/list')))).toBeNull()
  })
  it('whose session it is the server says, where only the cookie outlived a kill', async () => {
    cookie('Seller-Token', 't')
    const asked = at('/user/company')
    asked.context.queries.setQueryData(userQuery.queryKey, { ...SIGNED_IN_USER, account: 'buyer1' })
    expect(await sentTo(() => needSeller(asked))).toBeNull()
    expect(client.session.account()).toBe('buyer1')
  })
  it('who has signed in is sent home from /login', async () => {
    expect(await sentTo(() => requireSignedOut(at('/login')))).toBeNull()
    cookie('Seller-Token', 't')
    expect((await sentTo(() => requireSignedOut(at('/login'))))?.to).toBe('/')
  })
  it('the room takes a venue token, not a seller token; without one an error is shown', async () => {
    cookie('Seller-Token', 't')
    expect((await sentTo(() => needVenue(at('/venue/detail'))))?.to).toBe('/')
    expect(noticesOf(client).get()).toHaveLength(1)
    cookie('Venue-Token', 'v')
    expect(await sentTo(() => needVenue(at('/venue/detail')))).toBeNull()
  })
  it('pointing at a link to the room shows no error', async () => {
    await sentTo(() => needVenue({ ...at('/venue/detail'), preload: true }))
    expect(noticesOf(client).get()).toHaveLength(0)
  })
})

describe('a session that ran out while the device is offline (design §5)', () => {
  const ranOut = (ago: number) =>
    localStorage.setItem('session', JSON.stringify({ account: 'a', endsAt: Date.now() - ago }))
  const offline = (value: boolean) =>
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !value })
  const day = 24 * 3_600_000
  afterEach(() => {
    offline(false)
    vi.unstubAllGlobals()
  })

  it('leaves reading open for 7 days', async () => {
    offline(true)
    ranOut(6 * day)
    expect(await sentTo(() => needSeller(at('/target/list')))).toBeNull()
    ranOut(8 * day)
    expect((await sentTo(() => needSeller(at('/target/list'))))?.to).toBe('/login')
  })
  it('and where the server is gone though the device believes in its link', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    ranOut(day)
    expect(await sentTo(() => needSeller(at('/target/list')))).toBeNull()
  })
  it('has ended once there is a network', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } })),
    )
    await client.link.probe()
    ranOut(day)
    expect((await sentTo(() => needSeller(at('/target/list'))))?.to).toBe('/login')
  })
})
