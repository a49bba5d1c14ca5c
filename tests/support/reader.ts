import { eq } from 'drizzle-orm'
import type { Page } from '@playwright/test'
import * as z from 'zod'
import { captchaHash } from '../../src/server/auth/captcha.ts'
import { quiet } from '../../src/server/logger.ts'
import { openStore, type Store } from '../../src/server/store/open.ts'
import { captcha } from '../../src/server/store/schema.ts'
import { until } from './until.ts'

const Drawn = z.object({ data: z.object({ uuid: z.string() }) })
const TEXT = 'TEAK'

/** Gives a captcha a known text, since machines cannot read these pictures; returns what to type. */
export async function solved({ db }: Pick<Store, 'db'>, uuid: string): Promise<string> {
  await db
    .update(captcha)
    .set({ textHash: captchaHash(uuid, TEXT) })
    .where(eq(captcha.id, uuid))
  return TEXT.toLowerCase()
}

/** The store of a server that runs, to look into from beside it. */
export const storeOf = (dataDir: string): Promise<Store> => openStore({ dataDir, databaseUrl: null }, quiet)

/** Reads a page's captchas. */
export interface Reader {
  /** The text of the page's newest captcha. */
  readonly read: () => Promise<string>
}

export function reader(page: Page, store: Pick<Store, 'db'>): Reader {
  let newest: string | null = null
  let used: string | null = null
  page.on('response', (response) => {
    if (new URL(response.url()).pathname !== '/prod-api/code') return
    void response.json().then(
      (body: unknown) => (newest = Drawn.safeParse(body).data?.data.uuid ?? newest),
      () => null,
    )
  })
  return {
    read: async () => {
      await until(() => newest !== null && newest !== used)
      used = newest
      return solved(store, newest ?? '')
    },
  }
}
