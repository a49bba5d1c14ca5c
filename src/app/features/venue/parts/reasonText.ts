import { i18n } from '@lingui/core'
import type { Instant } from '../../../../domain/units.ts'
import type { AnyReason } from '../../../../contract/codes.ts'
import { fillGaps } from '../../../../texts/gaps.ts'
import { reasonTexts } from '../../../../texts/reasons.ts'
import { currentLocale } from '../../../lib/i18n/index.ts'
import type { Numbers } from '../../../../client/room/pending.ts'

/** Why the room refused at that time, in the reader's language. */
export function reasonText(reason: AnyReason, numbers: Numbers, now: Instant): string {
  return i18n._({ ...reasonTexts[reason], values: fillGaps(reason, numbers, currentLocale(), now) })
}
