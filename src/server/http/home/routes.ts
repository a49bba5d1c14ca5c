import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COOKIES, LOCALE_COOKIE } from '../../../contract/constants.ts';
import type { Locale } from '../../../contract/constants.ts';
import { LOOK_COOKIE, looksOf } from '../../../contract/home.ts';
import type { Encoding, Home } from './home.ts';

/** The home page as HTML that needs no script. It says what everybody may know; whoever is signed in, his own is added by the app. */
export function serveHome(app: FastifyInstance, home: Home | null): void {
  for (const url of ['/', '/index']) {
    app.get(url, async (request, reply) => (home === null ? reply.sendFile('index.html') : send(request, reply, home)));
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, home: Home): Promise<FastifyReply> {
  const { etag, body } = await home({
    locale: localeOf(request), known: cookieOf(request, COOKIES.sellerToken) !== null, looks: looksOf(cookieOf(request, LOOK_COOKIE)), origin: originOf(request),
  });
  // Two that share a proxy need not have the same cookies.
  void reply.headers({ 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie', etag });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const encoding = encodingOf(request);
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(await body(encoding));
}

/** As the app chooses it: what the address asks for, then what was chosen before, then Chinese (spec §1). */
function localeOf(request: FastifyRequest): Locale {
  const asked = new URL(request.url, 'http://here').searchParams.get('lang');
  const wanted = asked === 'zh' || asked === 'en' ? asked : cookieOf(request, LOCALE_COOKIE);
  return wanted === 'en' ? 'en' : 'zh';
}

function cookieOf({ headers }: FastifyRequest, name: string): string | null {
  return headers.cookie?.split(/;\s*/).find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) || null;
}

/** A host that is not plainly one does not get into the page. */
function originOf({ protocol, host }: FastifyRequest): string | null {
  return /^[\w.-]{1,100}(:\d+)?$/.test(host) ? `${protocol}://${host}` : null;
}

function encodingOf({ headers }: FastifyRequest): Encoding {
  const accepted = headers['accept-encoding'] ?? '';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity';
}
