import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { DraftedForm } from './forms.ts'
import type { Fields } from './truth.ts'

/** A form's visible values, and its draft notice. */
export interface Screen {
  readonly fields: Fields
  /** The notice says that a draft was restored, or that the form is filled in elsewhere too. */
  readonly hasNotice: boolean
  /** Another tab's draft is offered. */
  readonly offered: boolean
}

const PRESS_MS = 1_000
const SIGN_IN_MS = 60_000
const OFFER = '采用另一份'
export const UNDO = '撤销'

export const fieldOf = (page: Page, name: string) => page.locator(`form [name="${name}"]`)

/** Null: the form is not there just now. */
export async function screenOf(page: Page, { fields }: DraftedForm): Promise<Screen | null> {
  const { values, buttons } = await page.evaluate(
    (names) => ({
      values: names.map(
        (name) => [name, document.querySelector<HTMLInputElement>(`form [name="${name}"]`)?.value] as const,
      ),
      buttons: [...document.querySelectorAll('form [aria-live=polite] button')].map(({ textContent }) =>
        textContent.trim(),
      ),
    }),
    fields,
  )
  if (values.some(([, value]) => value === undefined)) return null
  return {
    fields: Object.fromEntries(values.map(([name, value]) => [name, value ?? ''])),
    hasNotice: buttons.length > 0,
    offered: buttons.includes(OFFER),
  }
}

/** The stored drafts of a form, one of each tab that typed independently. */
export async function keptOf(
  page: Page,
  { account, form }: { readonly account: string; readonly form: DraftedForm },
): Promise<readonly Fields[]> {
  const found = await page.evaluate(
    async ([account, form]) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('timber-sale-room')
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const database = opening.result
          if (!database.objectStoreNames.contains('kept')) return resolve(null)
          const asked = database.transaction('kept').objectStore('kept').get([account, 'drafts', form])
          asked.addEventListener('success', () => {
            database.close()
            resolve(asked.result ?? null)
          })
          asked.addEventListener('error', () => reject(new Error('not to be read')))
        })
      }),
    [account, form.name] as const,
  )
  const versions: unknown = typeof found === 'object' && found !== null && 'data' in found ? found.data : null
  if (!Array.isArray(versions)) return []
  return versions.map((version: unknown) => {
    const value: unknown = typeof version === 'object' && version !== null && 'value' in version ? version.value : null
    return Object.fromEntries(form.fields.map((name) => [name, textAt(value, name)]))
  })
}

function textAt(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null) return ''
  const text: unknown = new Map<string, unknown>(Object.entries(value)).get(name)
  return typeof text === 'string' ? text : ''
}

/** Signs in on the page that the guard redirected to. */
export async function signIn(page: Page, account: string, password: string): Promise<void> {
  await page.locator('main [name=account]').fill(account)
  await page.locator('main [name=password]').fill(password)
  await page.locator('main [name=password]').press('Enter')
}

/**
 * Follows a page whose session has ended to the sign-in page. Of two tabs in view, the one whose call is refused first
 * asks by a dialog; the other shows the way in place of its content, or opens the sign-in page.
 */
export async function untilAtSignIn(page: Page): Promise<void> {
  const doors = [
    page.getByRole('dialog').getByRole('button', { name: '确定' }),
    page.getByRole('main').getByRole('link', { name: '重新登录' }).first(),
  ]
  for (const giveUpAt = performance.now() + SIGN_IN_MS; new URL(page.url()).pathname !== '/login'; await wait(50)) {
    if (performance.now() > giveUpAt) throw new Error('the page does not lead to the sign-in page')
    // The dialog may cover the link at any moment.
    for (const door of doors) if (await door.isVisible()) await door.click({ timeout: PRESS_MS }).catch(() => null)
  }
}
