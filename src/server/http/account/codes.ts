import * as calls from '../../../contract/calls/index.ts'
import { isMainland } from '../../../contract/contacts.ts'
import type { Instant } from '../../../domain/units.ts'
import { CAPTCHA_MS } from '../../auth/captcha.ts'
import type { CodeText } from '../../auth/code-message.ts'
import type { Order } from '../../auth/codes.ts'
import { accountByProven } from '../../store/accounts.ts'
import { data, refuse } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { anyone } from '../route.ts'
import type { AccountNeeds } from './needs.ts'

/** Image codes, and codes sent to whoever solved one. */
export function codeRoutes({ db, captchas, codes }: Pick<AccountNeeds, 'db' | 'captchas' | 'codes'>) {
  type Asked = Omit<Order, 'text' | 'purpose'> & {
    readonly purpose: 'register' | 'recovery'
    readonly inputCodeText: string
    readonly uuid: string
  }

  /** Alike in answer and in effort, whether or not the number or the address belongs to an account. */
  async function sendTo({ inputCodeText, uuid, ...order }: Asked) {
    if (order.channel === 'sms' && !isMainland(order.target)) return refuse('sms.overseas')
    const wrong = await captchaFlaw(uuid, inputCodeText, order.at)
    if (wrong) return wrong
    const owner = await accountByProven(db, order.channel, order.target)
    const sent = await codes.send({ ...order, text: textOf(order.purpose, owner?.account.login ?? null) })
    return sent.kind === 'failed' ? sent : data(sent)
  }

  const captchaFlaw = async (uuid: string, text: string, at: Instant): Promise<Failure | null> =>
    (await captchas.passes(uuid, text, at)) ? null : refuse('captcha.wrong')

  return {
    captcha: anyone(calls.captcha, async ({ at }) =>
      data({ ...(await captchas.issue(at)), expires_in: CAPTCHA_MS / 1000 }),
    ),

    registerSmsCode: anyone(calls.registerSmsCode, ({ query: { phone, ...answer }, at, locale }) =>
      sendTo({ ...answer, purpose: 'register', channel: 'sms', target: phone, at, locale }),
    ),
    forgetSmsCode: anyone(calls.forgetSmsCode, ({ query: { phone, ...answer }, at, locale }) =>
      sendTo({ ...answer, purpose: 'recovery', channel: 'sms', target: phone, at, locale }),
    ),
    sendSmsEmail: anyone(calls.sendSmsEmail, ({ query: { email, ...answer }, at, locale }) =>
      sendTo({ ...answer, channel: 'mail', target: email, at, locale }),
    ),

    /** Not even whether there is such an account: what is said is what anybody can do. */
    passwordHint: anyone(
      calls.passwordHint,
      async ({ body: { inputCodeText, uuid }, at }) =>
        (await captchaFlaw(uuid, inputCodeText, at)) ?? data({ channels: ['phone' as const, 'email' as const] }),
    ),
  }
}

function textOf(purpose: 'register' | 'recovery', login: string | null): CodeText {
  if (purpose === 'register') return { say: login === null ? 'register' : 'known' }
  return login === null ? { say: 'unknown' } : { say: 'recovery', login }
}
