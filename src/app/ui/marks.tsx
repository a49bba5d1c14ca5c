import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Award, LotStatus } from '../../domain/lot.ts'
import type { SessionPhase } from '../../domain/state.ts'
import type { IconName } from './Icon.tsx'
import { Mark, type MarkTone } from './Mark.tsx'

interface Look {
  readonly tone: MarkTone
  readonly icon: IconName
  readonly name: MessageDescriptor
}

/** Venue/schedule state (spec §4). */
const PHASE: Readonly<Record<SessionPhase, Look>> = {
  1: { tone: 'calm', icon: 'ring', name: msg({ context: 'session', message: 'Preparing' }) },
  2: { tone: 'brand', icon: 'flag', name: msg({ context: 'session', message: 'Published' }) },
  3: { tone: 'warn', icon: 'clock', name: msg({ context: 'session', message: 'Doors open' }) },
  4: { tone: 'good', icon: 'play', name: msg({ context: 'session', message: 'In progress' }) },
  5: { tone: 'calm', icon: 'check', name: msg({ context: 'session', message: 'Finished' }) },
}

const LOT: Readonly<Record<LotStatus, Look>> = {
  waiting: { tone: 'calm', icon: 'ring', name: msg({ context: 'lot', message: 'Pending' }) },
  scheduled: { tone: 'brand', icon: 'clock', name: msg({ context: 'lot', message: 'Opens soon' }) },
  open: { tone: 'good', icon: 'play', name: msg({ context: 'lot', message: 'Open' }) },
  held: { tone: 'warn', icon: 'pause', name: msg({ context: 'lot', message: 'On hold' }) },
  unsold: { tone: 'warn', icon: 'retry', name: msg({ context: 'lot', message: 'Unsold' }) },
  sold: { tone: 'good', icon: 'hammer', name: msg({ context: 'lot', message: 'Sold' }) },
  withdrawn: { tone: 'calm', icon: 'cross', name: msg({ context: 'lot', message: 'Withdrawn' }) },
  failed: { tone: 'calm', icon: 'cross', name: msg({ context: 'lot', message: 'Failed to sell' }) },
}

/** A closed lot that waits for the yes of its seller, or of the next bidder: neither sold nor failed. */
const ASKED: Readonly<Record<Award['asks'], Look>> = {
  seller: { tone: 'warn', icon: 'clock', name: msg({ context: 'lot', message: 'Seller is asked' }) },
  bidder: { tone: 'warn', icon: 'clock', name: msg({ context: 'lot', message: 'Offered to next bidder' }) },
}

export const lotStatusName = (status: LotStatus): MessageDescriptor => LOT[status].name

interface LotMarkProps {
  readonly status: LotStatus
  /** Who is asked for a yes about the closed lot. */
  readonly asks?: Award['asks'] | null | undefined
}

function Looked({ look: { tone, icon, name } }: { readonly look: Look }) {
  const { i18n } = useLingui()
  return (
    <Mark tone={tone} icon={icon}>
      {i18n._(name)}
    </Mark>
  )
}

export const PhaseMark = ({ phase }: { readonly phase: SessionPhase }) => <Looked look={PHASE[phase]} />
export const LotMark = ({ status, asks }: LotMarkProps) => <Looked look={asks ? ASKED[asks] : LOT[status]} />
export const PracticeMark = () => (
  <Mark tone="practice">
    <Trans>Practice</Trans>
  </Mark>
)
