import * as z from 'zod'
import type { Answered, House } from './house.ts'
import { PASSWORD } from './world.ts'
import type { Login, Sale } from './world.ts'

const Texts = z.record(z.string(), z.unknown())

/** Reads a text field of `data`. */
export const textIn = ({ data }: Answered, field: string): string => z.string().parse(Texts.parse(data)[field])

export async function sellerToken(house: House, login: Login): Promise<string> {
  const answer = await house.ask('POST', '/auth/login', { body: { account: login, password: PASSWORD } })
  return textIn(answer, 'access_token')
}

/** A venue token, by ticket as in the app. */
export const venueToken = async (house: House, login: Login, sale: Sale): Promise<string> =>
  venueTokenWith(house, await sellerToken(house, login), sale)

export async function venueTokenWith(house: House, token: string, sale: Sale): Promise<string> {
  const ticket = await house.ask('POST', '/auction/venue/ticket', { token, body: { scheduleTimelineId: sale.id } })
  const entered = await house.ask('POST', '/auth/assemblyLogin', {
    body: { scheduleTimelineId: sale.id, ticket: textIn(ticket, 'ticket') },
  })
  return textIn(entered, 'access_token')
}
