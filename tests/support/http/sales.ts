import { randomUUID } from 'node:crypto'
import { instant, later } from '../../../src/domain/units.ts'
import type { House } from './house.ts'
import { sellerToken, venueTokenWith } from './people.ts'
import type { Login, Sale } from './world.ts'

const POSTS = {
  byOperator: '/operator/sale',
  venue: '/auction/venue',
  bidding: '/auction/biddingVenueContractInfo',
  offers: '/auction/biddingCounterOfferInfo',
  ceilings: '/auction/biddingCeilingInfo',
} as const

/** People who act on sales: each signs in once, and enters a sale's room when it first acts there. */
export function castOf(house: House) {
  const tokens = new Map<string, Promise<string>>()
  return (sale: Sale) => actorsIn(house, sale, tokens)
}

export type Actors = ReturnType<typeof actorsIn>

function actorsIn(house: House, sale: Sale, tokens: Map<string, Promise<string>>) {
  const once = (key: string, get: () => Promise<string>): Promise<string> => {
    const known = tokens.get(key) ?? get()
    tokens.set(key, known)
    return known
  }
  const seller = (who: Login) => once(who, () => sellerToken(house, who))
  const token = (kind: 'seller' | 'venue', who: Login): Promise<string> =>
    kind === 'seller'
      ? seller(who)
      : once(`${who} in ${sale.id}`, async () => venueTokenWith(house, await seller(who), sale))
  const soon = () => new Date(later(house.clock.now(), 30_000)).toISOString()
  const post = async (who: Login, path: string, body: object, kind: 'seller' | 'venue') =>
    house.ask('POST', path, { token: await token(kind, who), body: { scheduleTimelineId: sale.id, ...body } })
  const lot = (n: number) => ({ contractObjectId: sale.lots[n - 1] })
  return {
    token,
    lot,
    signUp: (who: Login) => post(who, '/auction/biddingRegistration/add', {}, 'seller'),
    newPin: (who: Login) => post(who, '/auction/biddingRegistration/pin', {}, 'seller'),
    /** Acts with the seller token, like the operator's screens. */
    byOperator: (who: Login, act: string, body: object = {}) => post(who, `${POSTS.byOperator}/${act}`, body, 'seller'),
    /** Acts with a venue token, in the room. */
    room: (who: Login, act: string, body: object = {}) => post(who, `${POSTS.venue}/${act}`, body, 'venue'),
    complete: (who: Login, untried: readonly string[]) =>
      post(who, `${POSTS.bidding}/accomplish`, { untried }, 'venue'),
    bid: (who: Login, n: number, price: string) =>
      post(
        who,
        `${POSTS.offers}/bidOrCounteroffer`,
        { ...lot(n), type: '1', price, bidKey: randomUUID(), notAfter: soon() },
        'venue',
      ),
    ceiling: (who: Login, n: number, amount: string) =>
      post(
        who,
        `${POSTS.ceilings}/set`,
        { ...lot(n), amount, mode: 'standing', bidKey: randomUUID(), notAfter: soon() },
        'venue',
      ),
    answer: (who: Login, n: number, how: 'confirm' | 'decline') =>
      post(who, `${POSTS.bidding}/${how}`, { ...lot(n), bidKey: randomUUID() }, 'venue'),
    clerk: (
      who: Login,
      act: 'bid' | 'ceiling/set' | 'ceiling/drop',
      biddingNumber: number,
      pin: string,
      more: object,
    ) =>
      post(
        who,
        `${POSTS.venue}/clerk/${act}`,
        {
          ...lot(1),
          biddingNumber,
          pin,
          bidKey: randomUUID(),
          ...(act === 'ceiling/drop' ? {} : { notAfter: soon() }),
          ...more,
        },
        'venue',
      ),
    /** A path that names the sale takes no query of it. */
    get: async (who: Login, kind: 'seller' | 'venue', path: string, query: Record<string, string> = {}) =>
      house.ask('GET', path, {
        token: await token(kind, who),
        query: path.includes(sale.id) ? query : { scheduleTimelineId: sale.id, ...query },
      }),
    /** Advances the room's time to this point, with all acts due until then. */
    passTo: async (at: number): Promise<void> => {
      house.clock.offset = instant(at) - Date.now()
      // The room answers only after the acts that are due.
      await house.rooms.give(sale.id, { type: 'tick', lastSeen: {} }, { actor: 'room', account: null })
    },
  }
}
