import { useLingui } from '@lingui/react/macro'
import { DocumentPage } from './DocumentPage.tsx'

export function PrivacyPage() {
  const { t } = useLingui()
  return <DocumentPage name="privacy" title={t`Privacy policy`} />
}
