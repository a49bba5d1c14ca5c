import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Page } from '../../../ui/Page.tsx'
import { DevicesPart } from '../devices/DevicesPart.tsx'
import { FactorsPart } from '../factors/FactorsPart.tsx'
import { PersonPart } from './PersonPart.tsx'

/** `company`: the section about the person's company, supplied by another feature. */
export function AccountPage({ company }: { readonly company?: ReactNode }) {
  const { t } = useLingui()
  return (
    <Page title={t`Account information`} heading={<Trans>Account information</Trans>}>
      {company}
      <PersonPart />
      <FactorsPart />
      <DevicesPart />
    </Page>
  )
}
