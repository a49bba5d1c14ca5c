import * as calls from '../../../contract/calls/index.ts'
import { isMainland } from '../../../contract/contacts.ts'
import type { Instant } from '../../../domain/units.ts'
import { CAPTCHA_MS } from '../../auth/captcha.ts'
import type { CodeText } from '../../auth/code-message.ts'
import { requesterOf } from '../../auth/codes.ts'
import type { Order } from '../../auth/codes.ts'
import type { Origin } from '../../auth/throttle.ts'
import { accountByProven } from '../../store/accounts.ts'
import { texts } from '../../../texts/messages.ts'
import { translator } from '../../i18n.ts'
import { data, refuse } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { anyone } from '../route.ts'
import type { AccountNeeds } from './needs.ts'

/** Image codes, the questions in their place, and codes sent to visitors who solved one. */
export function codeRoutes({
  db,
  captchas,
  codes,
  throttle,
}: Pick<AccountNeeds, 'db' | 'captchas' | 'codes' | 'throttle'>) {
  type Asked = Omit<Order, 'text' | 'purpose' | 'known' | 'requester'> & {
    readonly from: Origin
    readonly device: string
    readonly purpose: 'register' | 'recovery'
    readonly inputCodeText: string
    readonly uuid: string
  }

  /** Answers with the same text and effort whether or not the number or address belongs to an account. */
  async function sendTo({ inputCodeText, uuid, from, device, ...order }: Asked) {
    if (order.channel === 'sms' && !isMainland(order.target)) return refuse('sms.overseas')
    const wrong = await captchaFlaw(uuid, inputCodeText, order.at)
    if (wrong) return wrong
    const owner = await accountByProven(db, order.channel, order.target)
    const login = owner?.account.login ?? null
    // Queried even without an account, so that timing tells nothing. Only the device counts: many people may share an
    // address.
    const asks = await throttle.isKnown(login ?? '', { ...from, address: '' })
    const sent = await codes.send({
      ...order,
      text: textOf(order.purpose, login),
      known: login !== null && asks,
      requester: requesterOf(from, device),
    })
    return sent.kind === 'failed' ? sent : data(sent)
  }

  const captchaFlaw = async (uuid: string, text: string, at: Instant): Promise<Failure | null> =>
    (await captchas.passes(uuid, text, at)) ? null : refuse('captcha.wrong')

  return {
    captcha: anyone(calls.captcha, async ({ at }) =>
      data({ ...(await captchas.issue(at)), expires_in: CAPTCHA_MS / 1000 }),
    ),

    captchaQuestion: anyone(calls.captchaQuestion, async ({ at, locale }) => {
      const { uuid, numbers } = await captchas.question(at)
      const [a, b, c] = numbers
      return data({
        uuid,
        question: translator(locale)(texts.whichIsLargest, { a, b, c }),
        expires_in: CAPTCHA_MS / 1000,
      })
    }),

    registerSmsCode: anyone(calls.registerSmsCode, ({ query: { phone, ...answer }, at, locale, from, device }) =>
      sendTo({ ...answer, purpose: 'register', channel: 'sms', target: phone, at, locale, from, device }),
    ),
    forgetSmsCode: anyone(calls.forgetSmsCode, ({ query: { phone, ...answer }, at, locale, from, device }) =>
      sendTo({ ...answer, purpose: 'recovery', channel: 'sms', target: phone, at, locale, from, device }),
    ),
    sendSmsEmail: anyone(calls.sendSmsEmail, ({ query: { email, ...answer }, at, locale, from, device }) =>
      sendTo({ ...answer, channel: 'mail', target: email, at, locale, from, device }),
    ),

    /** The answer does not reveal whether the account exists: it lists the options open to every account. */
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
