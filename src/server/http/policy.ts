import { createHash } from 'node:crypto';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { IncomingMessage } from 'node:http';

/**
 * What the app's pages may load: our own files only. `style-src` must allow inline styles, because the widget library writes its own
 * style elements; scripts are ours or, when the page has inline ones, those that were there when the server started.
 */
export function securityHeaders(page: string | null): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts(page ?? '')],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Safari before 15.4 does not take a socket of our own for 'self'.
        connectSrc: ["'self'", (request) => socketSources(request.headers.host)],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    // Only the host that was asked: what its neighbours speak is not ours to decide.
    strictTransportSecurity: { maxAge: 15_552_000, includeSubDomains: false },
  };
}

function inlineScripts(page: string): string[] {
  const scripts = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi);
  return Array.from(scripts, ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** A host that is not plainly one must not get to write into the policy. */
export function socketSources(host: IncomingMessage['headers']['host']): string {
  return host !== undefined && /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
