import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useFocusOnChange } from '../../lib/useFocusOnChange.ts'
import { wayIn } from '../../lib/wayIn.ts'
import { WayInSteps } from '../../ui/company/WayIn.tsx'
import { ReadProblem } from '../../ui/read/index.ts'
import { CompanySkeleton } from './CompanySkeleton.tsx'
import css from './CompanyPart.module.css'
import { NewCompany } from './NewCompany.tsx'
import { companyQuery, type CompanyInfo } from './queries.ts'
import { Certified, Refused, Suspended, Waiting } from './states.tsx'
import { useFollowStatus } from './useFollowStatus.ts'

interface Props {
  /** The surrounding page shows the progress, so this section does not. */
  readonly bare?: boolean
}

/** An account's company: its form, or the state of its certification and the next step. */
export function CompanyPart({ bare = false }: Props) {
  const company = useQuery(companyQuery)
  useFollowStatus(company.data)
  const part = useFocusOnChange<HTMLDivElement>(company.data && wayIn(company.data))
  if (company.data)
    return (
      <div className={css.part} ref={part} tabIndex={-1}>
        <Way info={company.data} bare={bare} />
        <State info={company.data} />
      </div>
    )
  if (company.isError) {
    return (
      <ReadProblem
        read={company}
        offline={
          <Trans>Bank details and documents are never stored on this device; they load when you are online.</Trans>
        }
      />
    )
  }
  return <CompanySkeleton />
}

/** The steps to trading, unless the page has a progress bar of its own. */
function Way({ info, bare }: Required<Props> & { readonly info: CompanyInfo }) {
  const way = wayIn(info)
  return bare || way === 'suspended' ? null : <WayInSteps way={way} />
}

function State({ info }: { readonly info: CompanyInfo }) {
  switch (wayIn(info)) {
    case 'suspended':
      return <Suspended info={info} />
    case 'certify':
      return info.certification?.state === 'refused' ? <Refused info={info} /> : <NewCompany info={info} />
    case 'wait':
      return <Waiting info={info} />
    case 'draw':
    case 'sign':
    case 'ready':
      return <Certified info={info} />
  }
}
