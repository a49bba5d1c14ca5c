import type { Link } from '../../link/link.ts'
import { PASSWORD } from '../../support/client.ts'
import { REGISTRANT_PASSWORD, someone } from '../../support/person.ts'
import type { Tab } from './tab.ts'

export interface Journey {
  readonly tab: Tab
  readonly link: Link
  /** Gives the newest captcha a known text, and returns it. */
  readonly readCode: () => Promise<string>
  /** Saves a screenshot of the page. */
  readonly look: (what: string) => Promise<void>
}

const ENTER = '\uE007'
const MAIN = 'main button, main a'
const CATALOGUE = '/target/list?scheduleTimelineId=session-global'

export async function signIn({ tab }: Journey, account: string): Promise<void> {
  await tab.open('/login')
  await tab.type('[name=account]', account)
  await tab.type('[name=password]', PASSWORD)
  await tab.keys(ENTER)
  await tab.until('the sign-in to end', () => location.pathname !== '/login')
}

/** Sign in, bid in the practice sale, lose the link, come back. */
export async function practice(journey: Journey): Promise<void> {
  const { tab, link, look } = journey
  await signIn(journey, 'buyer1')
  // The home page opens on the nearest sale, above it.
  await tab.press({ css: '#practice button', text: '进入会场' })
  await tab.at('/venue/detail?scheduleTimelineId=practice-')
  // A price that has just changed is not sent.
  const bid = 'button:is([data-kind=canBid], [data-kind=outbid]):not([data-fresh=unseen])'
  // Robots outbid each other, so a press may come too late: some press of several must be accepted.
  const leads = () => document.querySelector('button[data-kind=leading]') !== null
  for (let turn = 0; !(await tab.ask(leads)); turn++) {
    if (turn === 20) throw new Error('no bid was accepted')
    await tab.press({ css: bid })
    await tab.until('the verdict', () => document.querySelector('button[data-kind=sending]') === null)
  }
  await look('room')

  link.refuse()
  link.resetAll()
  await tab.until('the room to say that it is not live', () => {
    const kind = document.querySelector('button[data-kind]')?.getAttribute('data-kind')
    return kind === 'linkLost'
  })
  await look('room without a link')
  link.restore()
  await tab.until('the room to be live again', () => {
    const kind = document.querySelector('button[data-kind]')?.getAttribute('data-kind') ?? 'linkLost'
    return kind !== 'linkLost'
  })
}

/** A catalogue that was read opens without a network. */
export async function offline({ tab, link, look }: Journey): Promise<void> {
  await tab.open(CATALOGUE)
  await tab.says('共 44 条')
  await tab.until('the app to be kept on the device', async () => {
    if (navigator.serviceWorker.controller === null) return false
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const held = await Promise.all(
      loaded.filter((name) => name.includes('/assets/')).map((name) => caches.match(name, { ignoreVary: true })),
    )
    return held.every((answer) => answer !== undefined)
  })
  link.refuse()
  link.resetAll()
  await tab.open(CATALOGUE)
  await tab.says('共 44 条')
  await look('catalogue without a network')
  link.restore()
  await tab.until('the list to be read anew', async () => (await fetch('/healthz').catch(() => null))?.ok === true)
}

/** A visitor becomes a user. */
export async function register({ tab, readCode, look }: Journey): Promise<void> {
  const { account, email, phone } = someone()
  await tab.open('/register')
  await tab.press({ css: 'label', text: '买方' })
  await tab.press({ css: MAIN, text: '下一步' })
  await tab.press({ css: 'label', text: '先生' })
  await tab.type('[name=name]', 'Li Lei')
  await tab.type('[name=companyName]', 'Linhai Timber')
  await tab.type('[name=email]', email)
  await tab.type('[name=phone]', phone)
  await tab.until('the picture of the code', () => {
    const image = document.querySelector<HTMLImageElement>('form img')
    return image !== null && image.complete && image.naturalWidth > 0
  })
  await tab.type('[name=inputCodeText]', await readCode())
  await look('registration')
  await tab.press({ css: MAIN, text: '发送短信验证码' })
  await tab.press({ css: MAIN, text: '填入' })
  await tab.type('[name=account]', account)
  await tab.type('[name=password]', REGISTRANT_PASSWORD)
  await tab.type('[name=confirmPassword]', REGISTRANT_PASSWORD)
  await tab.press({ css: '[name=agreed]' })
  await tab.press({ css: MAIN, text: '创建账号' })
  await tab.at('/complete')
}

/** A won lot becomes a contract, and its buyer signs it. */
export async function sign(journey: Journey): Promise<void> {
  const { tab, look } = journey
  await tab.open('/user/order?state=unsigned')
  await tab.press({ css: 'main article a', text: '生成合同' })
  await tab.at('/user/order/sign?')
  await tab.type('[name=targetPort]', 'Ningbo')
  await tab.press({ css: MAIN, text: '生成合同' })
  await tab.at('/order/sign/detail?contractId=')
  await tab.says('待买方签署')
  await look('contract')
  await tab.press({ css: 'main label', text: '输入姓名' })
  await tab.type('main [name=name], main input[type=text]', 'Shen Guoqiang')
  await tab.press({ css: 'main label', text: '本人已阅读合同' })
  await tab.type('main [type=password]', PASSWORD)
  await tab.press({ css: MAIN, text: '签署合同' })
  await tab.says('待卖方签署')
  await look('contract signed')
}
