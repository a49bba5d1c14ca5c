import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { countries, countryName } from '../lib/countries.ts'
import { ComboField } from './ComboField.tsx'
import type { Client } from '../../client/client.ts'
import { useClient } from '../lib/client.ts'

/**
 * A country or region by its ISO 3166-1 code. The reader finds it by its name in the page's language, in English, by
 * code or by calling code.
 */
export function CountryField(
  props: Omit<ComponentProps<typeof ComboField>, 'options' | 'chosen' | 'label' | 'autoComplete'>,
) {
  const client = useClient()
  const { t } = useLingui()
  const { value } = props
  // Most users are from China, and a slow phone takes a tenth of a second before the platform names a country.
  const chosen = value === 'CN' ? t`China` : value === '' ? '' : countryName(client, value)
  return (
    <ComboField
      {...props}
      label={<Trans>Country or region</Trans>}
      autoComplete="off"
      options={() => options(client)}
      chosen={chosen}
    />
  )
}

const options = (client: Client) =>
  countries(client).map(({ code, calling, name, englishName }) => ({
    key: code,
    label: name,
    aside: calling,
    also: [englishName],
  }))
