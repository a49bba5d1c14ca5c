import type { Locale } from '../../contract/constants.ts'
import { CODE } from '../../contract/codes.ts'
import type { AnyReason, Code } from '../../contract/codes.ts'
import type { Envelope } from '../../contract/envelope.ts'
import { fillGaps } from '../../texts/gaps.ts'
import { texts } from '../../texts/messages.ts'
import { reasonTexts } from '../../texts/reasons.ts'
import { translator } from '../i18n.ts'
import type { Failure } from './answer.ts'
import type { Served } from './route.ts'

/** The envelope of every JSON answer. */
export function envelopeOf(answer: Served, locale: Locale): Envelope {
  switch (answer.kind) {
    case 'failed': {
      const { code, reason, numbers, quoted, errors } = answer
      return {
        code,
        msg: say(reason, numbers, locale, quoted),
        reason,
        ...(numbers && { data: { numbers } }),
        ...(errors && { errors }),
      }
    }
    case 'data': {
      const { refused } = answer
      return refused
        ? {
            code: CODE.refused,
            msg: say(refused.reason, refused.numbers, locale),
            reason: refused.reason,
            data: answer.data,
          }
        : { ...success(locale), data: answer.data }
    }
    case 'rows':
      return { ...success(locale), rows: answer.rows, total: answer.total }
    case 'done':
      return success(locale)
    case 'uploaded': {
      const { fileNames } = answer
      return { ...success(locale), fileName: fileNames[0], ...(fileNames.length > 1 && { fileNames }) }
    }
  }
}

const success = (locale: Locale): Envelope => ({ code: CODE.ok, msg: translator(locale)(texts.done) })

const say = (
  reason: AnyReason,
  numbers: Readonly<Record<string, number>> | undefined,
  locale: Locale,
  quoted?: Readonly<Record<string, string>>,
): string =>
  translator(locale)(reasonTexts[reason], { ...fillGaps(reason, numbers ?? {}, locale, Date.now()), ...quoted })

/** A refusal in words. */
export const refusalWords = ({ reason, numbers, quoted }: Failure, locale: Locale): string =>
  say(reason, numbers, locale, quoted)

/**
 * Only failures of the system itself, and requests for another host, have an HTTP error status; every business answer
 * is a 200 with its code in the body.
 */
export const httpStatusOf = (code: Code): number =>
  code === CODE.failed || code === CODE.unavailable || code === CODE.misdirected ? code : 200
