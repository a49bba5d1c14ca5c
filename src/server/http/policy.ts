import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { IncomingMessage } from 'node:http'
import type { PageScripts } from '../../contract/pages.ts'
import { sha256Of, stylesOf } from './pages/inline-styles.ts'

/**
 * The app's content security policy: own files, and in a frame the sites that the operator allows. Inline scripts and
 * styles run by their hash alone: those of the built page and those that the server inserts. Hashes and not nonces,
 * because a page is kept by browsers and the worker, and revalidated without its body.
 */
export function securityHeaders(
  page: string | null,
  scripts: PageScripts | null,
  frames: () => readonly string[],
): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts(page ?? ''), ...Object.values(scripts ?? {}).map(sha256Of)],
        styleSrc: ["'self'", ...stylesOf(page ?? '')],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Safari before 15.4 does not take a socket of our own for 'self'.
        connectSrc: ["'self'", (request) => socketSources(request.headers.host)],
        frameSrc: ["'self'", () => frames().flatMap(originOf).join(' ') || "'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    // The header would put each page into a process of its own, which starts slower than a cached page is read;
    // browsers do the rest unasked.
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
    // On every answer, pages or not (`hosts.ts`).
    strictTransportSecurity: false,
  }
}

function inlineScripts(page: string): string[] {
  const scripts = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)
  return Array.from(scripts, ([, text = '']) => sha256Of(text))
}

/** The policy for a page with these styles besides those of the built one. */
export const allowStyles = (policy: string, sources: readonly string[]): string =>
  policy.replace(/(?<=style-src [^;]*)(?=;|$)/, () =>
    sources
      .filter((source) => !policy.includes(source))
      .map((source) => ` ${source}`)
      .join(''),
  )

/** Only an origin may enter the policy: a `;` would begin another directive. */
function originOf(address: string): string[] {
  const origin = URL.parse(address)?.origin ?? ''
  return /^https?:\/\/([\w.-]+|\[[\da-f:]+\])(:\d+)?$/i.test(origin) ? [origin] : []
}

/** A host that is not plainly one must not get to write into the policy. */
function socketSources(host: IncomingMessage['headers']['host']): string {
  return host !== undefined && /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host)
    ? `ws://${host} wss://${host}`
    : "'self'"
}
