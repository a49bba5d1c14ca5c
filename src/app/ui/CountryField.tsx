import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { countries } from '../lib/countries.ts'
import { ComboField } from './ComboField.tsx'

/** A country or region by its ISO 3166-1 code. Found by its name in the reader's language, in English, by code or calling code. */
export function CountryField(props: Omit<ComponentProps<typeof ComboField>, 'options' | 'label' | 'autoComplete'>) {
  const options = countries().map(({ code, calling, name, englishName }) => ({ key: code, label: name, aside: calling, also: [englishName] }))
  return <ComboField {...props} label={<Trans>Country or region</Trans>} autoComplete="off" options={options} />
}
