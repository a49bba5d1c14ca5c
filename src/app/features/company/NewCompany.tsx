import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CompanySkeleton } from './CompanySkeleton.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import css from './CompanyPart.module.css'
import type { CompanyInfo } from './queries.ts'
import { useClient } from '../../lib/client.ts'

/** Shown before the first submission: the purpose of certification, and the form. */
export function NewCompany({ info }: { readonly info: CompanyInfo }) {
  const start = useStart(info)
  return (
    <>
      <p className={css.lead}>
        <Trans>
          Sellers show lots, prices and papers to companies that the platform knows. Give your company’s details once;
          the operator compares them with the licence.
        </Trans>
      </p>
      {start === 'coming' ? <CompanySkeleton /> : <CompanyForm start={start} />}
    </>
  )
}

/** Initial values from the answers given at registration. */
function useStart({ form }: CompanyInfo) {
  const client = useClient()
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => client.calls.send('profileInfo', {}, { signal }),
    meta: { fleeting: true },
    enabled: form === null,
    retry: false,
  })
  if (form !== null) return form
  if (profile.isPending) return 'coming'
  const { companyName, country } = profile.data ?? {}
  return { ...(companyName && { name: companyName }), ...(country && { country }) }
}
