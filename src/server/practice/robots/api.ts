import * as z from 'zod'
import type { Call } from '../../../contract/call.ts'
import { API_BASE, LANGUAGE_HEADER, PLATFORM, VENUE_TIMEOUT_MS } from '../../../contract/constants.ts'
import { CODE } from '../../../contract/codes.ts'

/** An answer as a robot needs it. What could not be sent or read throws: it is tried again later. */
export type Outcome<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly code: number; readonly reason: string | null }

export interface Wish {
  readonly token?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Api {
  ask<S extends z.ZodType>(call: Call, data: S, wish: Wish): Promise<Outcome<z.output<S>>>
}

const Answer = z.object({
  code: z.number().default(CODE.ok),
  reason: z.string().nullish(),
  data: z.unknown().optional(),
})

/**
 * The public calls at the server's own address: a robot has no other door. `over`: what is under way then is given up.
 */
export function openApi(address: string, over?: AbortSignal): Api {
  return {
    async ask(call, schema, { token, query, body }) {
      const url = new URL(`${API_BASE}${call.path}`, address)
      for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
      const response = await fetch(url, {
        method: call.method,
        headers: {
          'accept-language': LANGUAGE_HEADER.zh,
          platform: PLATFORM,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([AbortSignal.timeout(VENUE_TIMEOUT_MS), ...(over ? [over] : [])]),
      })
      const { code, reason, data } = Answer.parse(await response.json())
      if (code !== CODE.ok) return { ok: false, code, reason: reason ?? null }
      return { ok: true, data: schema.parse(data) }
    },
  }
}
