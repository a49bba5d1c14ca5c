import { Trans } from '@lingui/react/macro'
import { stepOf, type WayIn } from '../../lib/wayIn.ts'
import { Steps } from '../Steps.tsx'

/** The four steps from a new account to trading, with the current one marked. */
export function WayInSteps({ way }: { readonly way: Exclude<WayIn, 'suspended'> }) {
  const names = [
    <Trans key="1">Company’s details</Trans>,
    <Trans key="2">Operator’s check</Trans>,
    <Trans key="3">Service agreement</Trans>,
    <Trans key="4">Sales are open</Trans>,
  ]
  return <Steps names={names} at={stepOf(way)} />
}
