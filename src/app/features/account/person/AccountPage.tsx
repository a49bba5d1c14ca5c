import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Page } from '../../../ui/Page.tsx'
import { DevicesPart } from '../devices/DevicesPart.tsx'
import { FactorsPart, factorsQuery, isFactorMissing } from '../factors/FactorsPart.tsx'
import { PersonPart } from './PersonPart.tsx'

/** `company`: the section about the person's company, supplied by another feature. */
export function AccountPage({ company }: { readonly company?: ReactNode }) {
  const { t } = useLingui()
  const { data: factors } = useQuery(factorsQuery)
  const missing = factors && isFactorMissing(factors)
  // Without it nothing else can be done, so it comes first; it stays there while its dialogs are open.
  const [factorFirst, setFactorFirst] = useState(missing)
  if (factorFirst === undefined && missing !== undefined) setFactorFirst(missing)
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
