import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '../../../ui/Page.tsx'
import { DevicesPart } from '../devices/DevicesPart.tsx'
import { FactorsPart, factorsQuery, isFactorMissing } from '../factors/FactorsPart.tsx'
import { PersonPart } from './PersonPart.tsx'

/** `company`: the section about the person's company, supplied by another feature. */
export function AccountPage({ company }: { readonly company?: ReactNode }) {
  const { t } = useLingui()
  const { data: factors } = useQuery(factorsQuery)
  // Nothing else can be done before, so it comes first.
  const factorFirst = factors !== undefined && isFactorMissing(factors)
  return (
    <Page title={t`Account information`} heading={<Trans>Account information</Trans>}>
      {factorFirst && <FactorsPart />}
      {company}
      <PersonPart />
      {!factorFirst && <FactorsPart />}
      <DevicesPart />
    </Page>
  )
}
