import { useLingui } from '@lingui/react/macro'
import { DocumentPage } from './DocumentPage.tsx'

export function ServicePage() {
  const { t } = useLingui()
  return <DocumentPage name="service" title={t`User service agreement`} />
}
