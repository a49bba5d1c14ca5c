import { Trans, useLingui } from '@lingui/react/macro'
import { Refused } from '../../../client/uploads/refused.ts'
import field from '../Field.module.css'
import { Icon } from '../Icon.tsx'

/** Why a file that was picked is not sent; nothing as long as there is no error. */
export function PickError({ error }: { readonly error: Error | null }) {
  const { i18n } = useLingui()
  if (error === null) return null
  return (
    <p className={field.error} role="alert">
      <Icon name="alert" size={16} />
      {error instanceof Refused ? i18n._(error.complaint) : <Trans>The file could not be read.</Trans>}
    </p>
  )
}
