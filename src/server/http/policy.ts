import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { IncomingMessage } from 'node:http'
import type { PageScripts } from '../../contract/pages.ts'
import { sha256Of, stylesOf } from './pages/inline-styles.ts'

/**
 * The app's content security policy: own files, and frames of the sites that the operator allows. Inline scripts and
 * styles run by their hash alone: those of the built page and those that the server inserts. Hashes instead of nonces,
 * because browsers and the worker cache pages and revalidate them without a body.
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
        // Safari before 15.4 does not count our own WebSocket as 'self'.
        connectSrc: ["'self'", ({ headers }) => socketSources(headers[':authority'] ?? headers.host)],
        frameSrc: ["'self'", () => frames().flatMap(originOf).join(' ')],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    // The header would start a process for each page, which is slower than reading a cached page; browsers isolate
    // origins without it.
    originAgentCluster: false,
    // Of browsers that are gone, and of Flash.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    referrerPolicy: { policy: 'same-origin' },
    // Set on every answer, pages or not (`hosts.ts`).
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

/** A malformed host is left out, since it could add directives to the policy. */
function socketSources(host: IncomingMessage['headers'][string]): string {
  return typeof host === 'string' && /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host)
    ? `ws://${host} wss://${host}`
    : "'self'"
}
