import { Trans } from '@lingui/react/macro'
import type { LotStatus, SessionPhase } from '../../domain/state.ts'
import { Mark } from './Mark.tsx'

/** Venue/schedule state (spec §4). */
export function PhaseMark({ phase }: { readonly phase: SessionPhase }) {
  switch (phase) {
    case 1: return <Mark tone="calm" icon="ring"><Trans context="session">Preparing</Trans></Mark>
    case 2: return <Mark tone="brand" icon="flag"><Trans context="session">Published</Trans></Mark>
    case 3: return <Mark tone="warn" icon="clock"><Trans context="session">Doors open</Trans></Mark>
    case 4: return <Mark tone="good" icon="play"><Trans context="session">In progress</Trans></Mark>
    case 5: return <Mark tone="calm" icon="check"><Trans context="session">Finished</Trans></Mark>
  }
}

export function LotMark({ status }: { readonly status: LotStatus }) {
  switch (status) {
    case 'waiting': return <Mark tone="calm" icon="ring"><Trans context="lot">Pending</Trans></Mark>
    case 'scheduled': return <Mark tone="brand" icon="clock"><Trans context="lot">Opens soon</Trans></Mark>
    case 'open': return <Mark tone="good" icon="play"><Trans context="lot">Open</Trans></Mark>
    case 'held': return <Mark tone="warn" icon="pause"><Trans context="lot">On hold</Trans></Mark>
    case 'unsold': return <Mark tone="warn" icon="retry"><Trans context="lot">Unsold</Trans></Mark>
    case 'sold': return <Mark tone="good" icon="hammer"><Trans context="lot">Deal made</Trans></Mark>
    case 'withdrawn': return <Mark tone="calm" icon="cross"><Trans context="lot">Withdrawn</Trans></Mark>
    case 'failed': return <Mark tone="calm" icon="cross"><Trans context="lot">Failed to sell</Trans></Mark>
  }
}

export const PracticeMark = () => <Mark tone="practice"><Trans>Practice</Trans></Mark>
