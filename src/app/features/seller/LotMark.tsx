import { useLingui } from '@lingui/react/macro'
import type { IconName } from '../../ui/Icon.tsx'
import { Mark, type MarkTone } from '../../ui/Mark.tsx'
import type { LotState } from './states.ts'
import { STATES } from './words.ts'

const LOOKS: Readonly<Record<LotState, readonly [tone: MarkTone, icon: IconName]>> = {
  draft: ['calm', 'doc'],
  submitted: ['brand', 'clock'],
  accepted: ['good', 'check'],
  returned: ['warn', 'retry'],
}

export function LotMark({ state }: { readonly state: LotState }) {
  const { i18n } = useLingui()
  const [tone, icon] = LOOKS[state]
  return (
    <Mark tone={tone} icon={icon}>
      {i18n._(STATES[state])}
    </Mark>
  )
}
