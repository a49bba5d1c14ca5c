import type { Locator, Page } from '@playwright/test'

export const main = (page: Page): Locator => page.getByRole('main')
export const inDialog = (page: Page, name: string): Locator => page.getByRole('dialog').getByRole('button', { name })
