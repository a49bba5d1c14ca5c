import { Trans } from '@lingui/react/macro'
import { buttonClass } from '../Button.tsx'
import { LinkButton } from '../LinkButton.tsx'
import type { WayIn } from '../../lib/wayIn.ts'
import { mayEnter, type Entry, type Part } from '../../lib/sale/index.ts'
import { pathTo } from '../../boot/navigation/index.ts'
import { NextStep } from '../NextStep.tsx'
import { PathLink } from '../PathLink.tsx'
import { useEnter } from './useEnter.ts'
import { useSignUp } from './useSignUp.ts'

interface Props {
  readonly entry: Entry
  readonly part: Part
  /** Another sale on the page has the only filled button. */
  readonly quiet?: boolean
  /** The current page, which the sale's actions do not link to. */
  readonly current?: 'catalogue'
}

/** The reader's actions for a sale; at most one button is filled, for the next step. */
export function Actions({ entry, part, current, quiet = false }: Props) {
  const look = quiet ? ({ variant: 'line' } as const) : {}
  const { timeline } = entry
  const enter = useEnter()
  const signUp = useSignUp(entry)
  const way = wayOf(part)
  const first = mayEnter(part, timeline) ? 'enter' : part.kind === 'canSignUp' ? 'signUp' : 'none'
  return (
    <>
      {current !== 'catalogue' && timeline.state > 1 && part.kind !== 'suspended' && (
        <PathLink
          href={pathTo('/target/list', { scheduleTimelineId: timeline.scheduleTimelineId })}
          className={buttonClass({ variant: 'line' })}
        >
          <Trans>Catalogue</Trans>
        </PathLink>
      )}
      {way && <NextStep way={way} quiet />}
      {first === 'signUp' && (
        <LinkButton {...look} busy={signUp.isPending} onClick={signUp.ask}>
          <Trans>Sign up</Trans>
        </LinkButton>
      )}
      {first === 'enter' && (
        <LinkButton {...look} busy={enter.isPending} onClick={() => enter.mutate(timeline)}>
          {['audience', 'waiting', 'dismissed'].includes(part.kind) ? (
            <Trans context="venue">Watch</Trans>
          ) : (
            <Trans>Enter venue</Trans>
          )}
        </LinkButton>
      )}
    </>
  )
}

/** The step towards trading that this sale requires, if it concerns the company's papers. */
function wayOf(part: Part): WayIn | null {
  if (part.kind === 'certify') return part.pending ? 'wait' : 'certify'
  if (part.kind === 'agreement') return part.awaiting ? 'sign' : 'draw'
  return null
}
