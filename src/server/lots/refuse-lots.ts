import type { Locale } from '../../contract/constants.ts'
import type { AnyReason } from '../../contract/codes.ts'
import type { LotContent } from '../../contract/lot-content.ts'
import { refuse, type Failure } from '../failure.ts'

/** Refuses some lots for one reason: their number, and the name of the first. */
export const refuseLots = (
  reason: AnyReason,
  lots: readonly [LotContent, ...LotContent[]],
  locale: Locale,
  numbers: Readonly<Record<string, number>> = {},
): Failure => ({
  ...refuse(reason, { lots: lots.length, ...numbers }),
  quoted: { first: locale === 'zh' ? lots[0].nameZh : lots[0].nameEn },
})

/** The contents that are wrong; null: none is. */
export function wrongAmong(
  lots: readonly { readonly content: LotContent }[],
  isWrong: (content: LotContent) => boolean,
): readonly [LotContent, ...LotContent[]] | null {
  const [first, ...others] = lots.flatMap(({ content }) => (isWrong(content) ? [content] : []))
  return first === undefined ? null : [first, ...others]
}
