import type { FastifyRequest } from 'fastify'
import { UPLOAD, UploadKind } from '../../../contract/calls/files.ts'
import type { Incoming, Kind } from '../../files/files.ts'
import { invalid, refuse } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { isTheirs } from '../errors.ts'

export interface Received {
  readonly kind: 'received'
  readonly files: readonly Incoming[]
  readonly as: Kind
}

/** Bytes of a form besides its files: names and boundaries of the parts. */
const AROUND_BYTES = 64 * 1024
export const BODY_BYTES = UPLOAD.files * UPLOAD.bytes + AROUND_BYTES

/** The parser's limits: one file more than accepted, to detect too many. */
export const LIMITS = {
  files: UPLOAD.files,
  fileSize: UPLOAD.bytes,
  fields: 5,
  fieldNameSize: 50,
  fieldSize: 100,
  parts: 20,
  headerPairs: 50,
} as const

/** The files of a form, in order; exceeding a limit stops the reading. `asked`: the kind, if the address names one. */
export async function receive(request: FastifyRequest, asked: Kind | null): Promise<Received | Failure> {
  try {
    return await read(request, asked)
  } catch (error) {
    // Limit errors have a status; a truncated or malformed form only throws.
    if (isTheirs(error)) throw error
    return invalid({ path: 'body', code: 'not_a_form' })
  }
}

async function read(request: FastifyRequest, asked: Kind | null): Promise<Received | Failure> {
  const files: Incoming[] = []
  let as: Kind | null = null
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname !== 'kind') continue
      const kind = UploadKind.safeParse(part.value)
      if (!kind.success) return invalid({ path: 'body.kind', code: 'invalid_value' })
      as = kind.data
    } else if (part.fieldname !== 'file') {
      return invalid({ path: `body.${part.fieldname.slice(0, 50)}`, code: 'unrecognized_keys' })
    } else {
      const chunks: Buffer[] = []
      for await (const chunk of part.file) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
      if (part.file.truncated) return refuse((asked ?? as) === 'picture' ? 'file.picture_too_large' : 'file.too_large')
      files.push({ name: part.filename, bytes: Buffer.concat(chunks) })
    }
  }
  return files.length === 0
    ? invalid({ path: 'body.file', code: 'missing' })
    : { kind: 'received', files, as: asked ?? as ?? 'document' }
}
