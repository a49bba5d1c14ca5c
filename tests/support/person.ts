import type { Locator, Page } from '@playwright/test'

export const REGISTRANT_PASSWORD = 'Larch7Quay4Moss'

/** A new person per test run, since a proven contact belongs to one account. */
export function someone() {
  const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0')
  return { account: `test${digits}`, email: `test${digits}@example.com`, phone: `138${digits}` }
}

export const fieldOf = (page: Page, name: string): Locator => page.locator(`[name=${name}]`)
