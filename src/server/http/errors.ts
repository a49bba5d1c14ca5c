import type { FastifyError } from 'fastify'
import { CODE } from '../../contract/codes.ts'
import { TooBusy } from '../work/turns.ts'
import { TooMuchWork } from '../work/too-much.ts'
import { ReaderLeft } from '../work/work.ts'
import { quote } from '../documents/letters.ts'
import { DocumentCut, PressBusy, PressMissing } from '../documents/press.ts'
import { FilesUnavailable } from '../files/store.ts'
import { RoomUnavailable } from '../ports.ts'
import { unavailable } from '../store/errors.ts'
import { KeyReused } from '../store/sentForms.ts'
import { fail } from './answer.ts'
import type { Failure } from './answer.ts'

/** Errors that the HTTP library raises before a handler, mapped to our reasons. */
const REFUSED: Readonly<Record<string, Failure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: fail(CODE.tooLarge, 'input.too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: fail(CODE.unsupported, 'input.unsupported_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: fail(CODE.invalid, 'input.not_json'),
  FST_ERR_CTP_INVALID_JSON_BODY: fail(CODE.invalid, 'input.not_json'),
  FST_ERR_CTP_EMPTY_JSON_BODY: fail(CODE.invalid, 'input.not_json'),
  FST_FILES_LIMIT: fail(CODE.refused, 'file.too_many'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: fail(CODE.unsupported, 'input.unsupported_type'),
  FST_ERR_BAD_URL: fail(CODE.invalid, 'input.invalid'),
  FST_ERR_ASYNC_CONSTRAINT: fail(CODE.notFound, 'call.not_found'),
}

/** Every error has one exit. A fault of the server is reported without details. */
export function failureOf(error: unknown): Failure {
  if (error instanceof PressBusy) return fail(CODE.tooMany, 'call.too_many', { retryAfter: 5 })
  if (error instanceof PressMissing) return fail(CODE.unavailable, 'document.unavailable')
  if (error instanceof DocumentCut)
    return fail(CODE.refused, 'document.cut', { quoted: { field: error.field, text: quote(error.text) } })
  if (error instanceof TooBusy) return fail(CODE.tooMany, 'call.too_many', { retryAfter: 5 })
  if (error instanceof TooMuchWork) return fail(CODE.refused, 'work.too_much')
  // Its answer has no reader.
  if (error instanceof ReaderLeft) return fail(CODE.tooMany, 'call.too_many', { retryAfter: 5 })
  if (error instanceof KeyReused) return fail(CODE.conflict, 'form.key_reused')
  if (error instanceof RoomUnavailable) return fail(CODE.unavailable, 'room.unavailable', { retryAfter: 1 })
  if (error instanceof FilesUnavailable) return fail(CODE.unavailable, 'file.unavailable', { retryAfter: 5 })
  const known = isHttpError(error) ? REFUSED[error.code] : undefined
  if (known) return known
  // Other request errors of the library. Checked before store errors: an aborted body is an ECONNRESET too, but not an
  // outage of the store.
  if (isTheirs(error)) return fail(CODE.invalid, 'input.invalid')
  if (unavailable(error)) return fail(CODE.unavailable, 'system.unavailable', { retryAfter: 1 })
  return fail(CODE.failed, 'system.failed')
}

/** Whether the request caused the error. */
export const isTheirs = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500

const isHttpError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
