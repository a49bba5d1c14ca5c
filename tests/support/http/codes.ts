import { eq } from 'drizzle-orm'
import { normalPhone } from '../../../src/contract/contacts.ts'
import { outbox } from '../../../src/server/store/schema.ts'
import { solved } from './captcha.ts'
import type { Answered, House } from './house.ts'
import { textIn } from './people.ts'

/** Messages in the outbox for a recipient, newest last. */
export const messagesTo = async ({ store: { db } }: House, recipient: string) =>
  await db.select().from(outbox).where(eq(outbox.recipient, recipient)).orderBy(outbox.createdAt)

export const codeIn = (text: string): string => {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0]
  if (code === undefined) throw new Error(`no code in: ${text}`)
  return code
}

type Way = { readonly phone: string } | { readonly email: string }
export interface Asked {
  readonly codeId: string
  readonly code: string
}

export const pathFor = (purpose: 'register' | 'recovery', way: Way): string =>
  'email' in way
    ? '/user/sysUser/sendSmsEmail'
    : purpose === 'register'
      ? '/user/sysUser/getRegisterSmsCode'
      : '/user/sysUser/getForgetYourPasswordSmsCode'

export const askCode = async (
  house: House,
  purpose: 'register' | 'recovery',
  way: Way,
  headers: Record<string, string> = {},
): Promise<Answered> =>
  house.ask('GET', pathFor(purpose, way), {
    query: { ...(await solved(house)), ...way, ...('email' in way && { purpose }) },
    headers,
  })

/** Asks for a code and reads it in the outbox. */
export async function codeFor(
  house: House,
  purpose: 'register' | 'recovery',
  way: Way,
  headers: Record<string, string> = {},
): Promise<Asked> {
  const sent = await askCode(house, purpose, way, headers)
  const last = (await messagesTo(house, 'email' in way ? way.email : normalPhone(way.phone))).at(-1)
  return { codeId: textIn(sent, 'codeId'), code: codeIn(last?.body ?? '') }
}

/** A registration that is right in every field. */
export const registrant = (of: Record<string, unknown> = {}) => ({
  country: 'CN',
  accountTypes: ['buyer'],
  appellationName: 'Mrs.',
  name: '韩梅梅',
  companyName: '江南木业有限公司',
  email: 'hanmeimei@example.com',
  account: 'hanmeimei',
  phone: '13912345678',
  codeId: 'none',
  verificationCode: '000000',
  password: 'Kiefer77x',
  confirmPassword: 'Kiefer77x',
  agreed: true,
  ...of,
})
