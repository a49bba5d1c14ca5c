import { Trans, useLingui } from '@lingui/react/macro'
import type { IconName } from '../../ui/Icon.tsx'
import { Mark, type MarkTone } from '../../ui/Mark.tsx'
import type { LotRow } from './queries.ts'
import type { LotState } from './states.ts'
import { STATES } from './words.ts'

const LOOKS: Readonly<Record<LotState, readonly [tone: MarkTone, icon: IconName]>> = {
  draft: ['calm', 'doc'],
  submitted: ['brand', 'clock'],
  accepted: ['good', 'check'],
  returned: ['warn', 'retry'],
}

/** `sold`: its deals cover all of it, or a part. */
export function LotMark({ state, sold }: Pick<LotRow, 'state' | 'sold'>) {
  const { i18n } = useLingui()
  if (sold)
    return (
      <Mark tone="good" icon="hammer">
        {sold === 'whole' ? <Trans context="lot">Sold</Trans> : <Trans>Partly sold</Trans>}
      </Mark>
    )
  const [tone, icon] = LOOKS[state]
  return (
    <Mark tone={tone} icon={icon}>
      {i18n._(STATES[state])}
    </Mark>
  )
}

/** A size or the moisture of the lot is written in a way that cannot be read for certain. */
export const UnclearMark = () => (
  <Mark tone="warn" icon="alert">
    <Trans>Size unclear</Trans>
  </Mark>
)
