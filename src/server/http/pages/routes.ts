import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { COOKIES } from '../../../contract/constants.ts'
import { HOME_PATH, LOOK_COOKIE, looksOf } from '../../../contract/pages.ts'
import { hostNameOf, isLoopback } from '../../loopback.ts'
import { cookieOf, pageLocaleOf } from '../language.ts'
import { allowStyles } from '../policy.ts'
import { writtenAt } from './address.ts'
import { encodingOf } from './encoded-page.ts'
import type { EncodedPage } from './encoded-page.ts'
import { linkOf, linkTargetOf } from './link-facts.ts'
import type { Pages, Wish } from './pages.ts'

const POLICY = 'content-security-policy'

/** The home page is not a file of the app's folder; static serving would list the folder at these two addresses. */
export function serveHome(app: FastifyInstance, pages: Pages | null, publicUrls: readonly string[]): void {
  for (const url of ['/', HOME_PATH]) app.get(url, (request, reply) => sendPage(request, reply, pages, publicUrls))
}

/**
 * Sends a page as HTML that needs no script, if it is the same for every reader; otherwise the app draws it. The app
 * adds a signed-in reader's own data.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: Pages | null,
  publicUrls: readonly string[],
): Promise<FastifyReply> {
  const { pathname, searchParams } = new URL(request.url, 'http://here')
  const page = writtenAt(pathname, searchParams)
  const target = page === null ? linkTargetOf(pathname, searchParams) : null
  if (pages !== null && target !== null) {
    const { locale } = lookOf(request)
    const href = linkOf(target)
    const shared = await written(request, () =>
      pages.shared({ locale, href, origin: originOf(request, publicUrls), target }),
    )
    return shared === null ? reply.sendFile('index.html') : send(request, reply, shared)
  }
  const known = cookieOf(request, COOKIES.sellerToken) !== null
  if (pages === null || page === null || (page.anonymousOnly && known)) return reply.sendFile('index.html')
  const forms = await written(request, () =>
    pages.page({ ...lookOf(request), origin: originOf(request, publicUrls), known, href: page.href }),
  )
  return forms === null ? reply.sendFile('index.html') : send(request, reply, forms)
}

/** Null when writing fails: the app draws the page alone. */
const written = (request: FastifyRequest, write: () => Promise<EncodedPage | null>): Promise<EncodedPage | null> =>
  write().catch((error: unknown) => {
    request.log.error({ err: error }, 'the page is left to the app')
    return null
  })

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, styles, body }: EncodedPage,
): Promise<FastifyReply> {
  const policy = reply.raw.getHeader(POLICY)
  if (typeof policy === 'string') reply.raw.setHeader(POLICY, allowStyles(policy, styles))
  // `private`: two readers behind one proxy may have different cookies.
  void reply.code(200).headers({ 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie', etag })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  const encoding = encodingOf(request.headers['accept-encoding'])
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(await body(encoding))
}

const lookOf = (request: FastifyRequest): Pick<Wish, 'locale' | 'looks'> => ({
  locale: pageLocaleOf(request),
  looks: looksOf(cookieOf(request, LOOK_COOKIE)),
})

/** The origin that the page names as its own; nothing else of the request gets into it. `null`: unknown. */
export function originOf({ protocol, host, raw }: FastifyRequest, publicUrls: readonly string[]): string | null {
  const [main] = publicUrls
  if (main !== undefined) return publicUrls.find((origin) => new URL(origin).host === host) ?? main
  const isOwn = isLoopback(hostNameOf(host) ?? '') && host.endsWith(`:${raw.socket.localPort}`)
  return isOwn ? `${protocol}://${host}` : null
}
