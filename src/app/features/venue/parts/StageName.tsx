import { Trans } from '@lingui/react/macro'
import type { Stage } from '../../../../domain/state.ts'

export function StageName({ stage }: { readonly stage: Stage }) {
  switch (stage) {
    case 'preparation':
      return <Trans context="stage">Preparation</Trans>
    case 'bidding':
      return <Trans context="stage">Bidding</Trans>
    case 'negotiation':
      return <Trans context="stage">Negotiation</Trans>
    case 'finish':
      return <Trans context="stage">Finish</Trans>
  }
}
