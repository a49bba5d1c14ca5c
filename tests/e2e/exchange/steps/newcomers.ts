import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Store } from '../../../../src/server/store/open.ts'
import type { SmsServer } from '../../../support/http/sms-server.ts'
import { applyForCertificate, register, signAgreement, type Newcomer } from '../../../support/newcomer.ts'
import { expect } from '../../fixtures.ts'

interface Means {
  readonly store: Store
  readonly phones: SmsServer
}

/** Newcomers register, are certified by the operator, and sign the service agreement. */
export async function join(
  desk: Page,
  newcomers: readonly { readonly page: Page; readonly who: Newcomer }[],
  { store, phones }: Means,
): Promise<void> {
  const licence = await sharp({ create: { width: 900, height: 640, channels: 3, background: '#f4efe6' } })
    .jpeg()
    .toBuffer()
  await Promise.all(
    newcomers.map(async ({ page, who }) => {
      await register(page, who, store, phones)
      await applyForCertificate(page, who, licence)
    }),
  )
  await desk.goto('/desk/certification')
  for (const { who } of newcomers) {
    await desk.getByRole('table').getByRole('link', { name: who.company }).click()
    await desk.getByRole('button', { name: '通过' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: '通过' }).click()
    await expect(desk.getByText(/已于.+通过/)).toBeVisible()
    await desk.goto('/desk/certification')
  }
  await Promise.all(newcomers.map(({ page }) => signAgreement(page)))
}
