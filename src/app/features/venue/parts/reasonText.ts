import { i18n } from '@lingui/core'
import type { AnyReason } from '../../../../contract/codes.ts'
import { fillGaps, reasonTexts } from '../../../../texts/index.ts'
import { currentLocale } from '../../../lib/i18n/index.ts'
import type { Numbers } from '../../../sync/pending.ts'

/** Why the room refused, in the reader's language. */
export function reasonText(reason: AnyReason, numbers: Numbers = {}): string {
  return i18n._({ ...reasonTexts[reason], values: fillGaps(reason, numbers, currentLocale()) })
}
