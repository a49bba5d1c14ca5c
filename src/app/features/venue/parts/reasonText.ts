import type { Instant } from '../../../../domain/units.ts'
import type { AnyReason } from '../../../../contract/codes.ts'
import { fillGaps } from '../../../../texts/gaps.ts'
import { reasonTexts } from '../../../../texts/reasons.ts'
import type { Numbers } from '../../../../client/room/pending.ts'
import { i18nOf } from '../../../lib/i18n/i18n.ts'
import type { Client } from '../../../../client/client.ts'

/** The room's reason for a refusal, in the reader's language. `now`: the time of the refusal. */
export function reasonText(client: Client, reason: AnyReason, numbers: Numbers, now: Instant): string {
  return i18nOf(client)._({ ...reasonTexts[reason], values: fillGaps(reason, numbers, client.locale, now) })
}
