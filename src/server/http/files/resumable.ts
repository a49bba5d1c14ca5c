import { Readable } from 'node:stream'
import { DataStore, ERRORS, MemoryLocker, Server, Upload } from '@tus/server'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { resumableUpload, resumableUploadInfo, UPLOAD } from '../../../contract/calls/files.ts'
import { CODE } from '../../../contract/codes.ts'
import type { AnyReason } from '../../../contract/codes.ts'
import { API_BASE } from '../../../contract/constants.ts'
import type { AccountId } from '../../../domain/lot.ts'
import type { Instant } from '../../../domain/units.ts'
import { FilesUnavailable, isDiskFull } from '../../files/store.ts'
import { DiskFull } from '../../files/uploads.ts'
import type { UploadProgress, Uploads } from '../../files/uploads.ts'
import type { UploadRow } from '../../store/uploads.ts'
import { TooBusy } from '../../work/turns.ts'
import { TooMuchWork } from '../../work/too-much.ts'
import { data, fail, invalid, missing, refuse } from '../answer.ts'
import { answer, PRIVATE } from '../api.ts'
import { failureOf as failureOfError } from '../errors.ts'
import { parseInput } from '../input.ts'
import type { Failure, Uploaded } from '../answer.ts'
import type { Admit } from '../gate.ts'
import { eitherToken } from '../route.ts'
import type { Served } from '../route.ts'

const FILES_PATH = '/common/files/'
/** The content type of a chunk (tus 1.0). */
const CHUNK_TYPE = 'application/offset+octet-stream'
const VERSION = '1.0.0'
const OVERRIDE = 'x-http-method-override'
const EXTENSIONS = ['creation', 'creation-with-upload', 'termination']
/** Time for a silent old connection of the same upload to end before the new one takes over. */
const DRAIN_MS = 500
/** The tus headers that a client needs. Other origins get no further headers. */
const KEPT_HEADERS = ['location', 'tus-resumable', 'tus-version', 'upload-offset', 'upload-length']

interface ResumableNeeds {
  readonly uploads: Uploads
  readonly admit: Admit
}
interface Sender {
  readonly owner: AccountId
  readonly at: Instant
}

/** Resumable uploads: the library implements the protocol, permissions and file rules are ours. */
export function serveResumable(app: FastifyInstance, { uploads, admit }: ResumableNeeds): void {
  // The body stays a stream, so bytes are stored as they arrive.
  app.addContentTypeParser(CHUNK_TYPE, (_request, payload, done) => done(null, payload))
  const path = resumableUpload.path
  const senders = new WeakMap<Request, Sender>()
  const senderOf = (request: Request): Sender => {
    const sender = senders.get(request)
    if (!sender) throw new Error('an upload was reached without its sender')
    return sender
  }
  const tus = new Server({
    path: `${API_BASE}${path}`,
    datastore: new PartStore(uploads),
    locker: new MemoryLocker(),
    lockDrainTimeout: DRAIN_MS,
    relativeLocation: true,
    disableTerminationForFinishedUploads: true,
    async namingFunction(request, metadata) {
      const { owner, at } = senderOf(request)
      const begun = await uploads.begin(owner, metadata, Number(request.headers.get('upload-length') ?? 0), at)
      if ('refused' in begun) throw new Refusal(begun.refused)
      return begun.id
    },
    async onIncomingRequest(request, id) {
      // The library asks about the upload being created, too.
      if (request.method !== 'POST' && !(await uploads.find(id, senderOf(request).owner))) throw new NotThere()
    },
  })

  app.route({
    method: 'POST',
    url: path,
    handler: (request, reply) => pass(request, reply, null),
  })
  app.route<{ Params: { uploadId: string } }>({
    method: ['PATCH', 'HEAD', 'DELETE'],
    url: `${path}/:uploadId`,
    handler: (request, reply) => pass(request, reply, request.params.uploadId),
    errorHandler: refuseError,
  })
  // Firewalls that refuse PATCH let POST through (tus 1.0). No other method can be named, and no other address takes it.
  app.route<{ Params: { uploadId: string } }>({
    method: 'POST',
    url: `${path}/:uploadId`,
    handler: (request, reply) =>
      request.headers[OVERRIDE] === 'PATCH'
        ? pass(request, reply, request.params.uploadId, 'PATCH')
        : reply.callNotFound(),
    errorHandler: refuseError,
  })
  app.options(path, (request, reply) => {
    request.answered = { code: CODE.ok, reason: null }
    return reply
      .code(204)
      .header('tus-resumable', VERSION)
      .header('tus-version', VERSION)
      .header('tus-extension', EXTENSIONS.join(','))
      .header('tus-max-size', UPLOAD.bytes)
      .send()
  })
  async function sender(request: FastifyRequest, limited: boolean): Promise<Sender | Failure> {
    const { limit: _limit, ...unlimited } = resumableUpload
    const admitted = await admit(request, limited ? resumableUpload : unlimited)
    if (admitted.kind === 'failed') return admitted
    const { who, at } = admitted
    if (!who) throw new Error('an upload was reached without its token')
    return { owner: who.person.id, at }
  }

  /** `method`: the method that the request counts as. */
  async function pass(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string | null,
    method = request.method,
  ): Promise<FastifyReply> {
    const from = await sender(request, id === null)
    if ('kind' in from) return refuseWith(request, reply, STATUS[from.code] ?? 400, from)
    const parsed = parseInput(resumableUpload, { params: undefined, query: request.query, body: undefined })
    if (!parsed.ok) return refuseWith(request, reply, 400, invalid(...parsed.errors))
    const asked = webRequest(request, method)
    senders.set(asked, from)
    const answered = await tus.handleWeb(asked)
    for (const name of KEPT_HEADERS) {
      const value = answered.headers.get(name)
      if (value !== null) void reply.header(name, value)
    }
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    if (answered.status >= 400) return refuseWith(request, reply, answered.status, failureOf(await answered.text()))
    const known = id ?? answered.headers.get('location')?.split('/').at(-1) ?? ''
    const found = method === 'DELETE' ? null : await uploads.find(known, from.owner)
    if (!found || found.offset !== found.row.size || method === 'HEAD') {
      request.answered = { code: CODE.ok, reason: null }
      return reply.code(answered.status).send()
    }
    return sendOutcome(request, reply, found, from.at, answered.status)
  }

  /** Answers the last byte with the file's path, or its refusal. */
  async function sendOutcome(
    request: FastifyRequest,
    reply: FastifyReply,
    found: UploadProgress,
    at: Instant,
    status: number,
  ): Promise<FastifyReply> {
    const served = await outcomeOf(uploads, found, at)
    if (served.kind === 'failed') return refuseWith(request, reply, STATUS[served.code] ?? 422, served)
    return send(request, reply, status === 201 ? 201 : 200, served)
  }
}

/** An upload's progress, for its owner. */
export const uploadRoutes = (uploads: Uploads) => ({
  resumableUploadInfo: eitherToken(resumableUploadInfo, async ({ params: { uploadId }, at }, { person }) => {
    const found = await uploads.find(uploadId, person.id)
    if (!found) return missing()
    const { row, offset } = found
    // If a node stopped between the last byte and the check of the file, this call makes up for the check.
    const outcome = offset === row.size ? await outcomeOf(uploads, found, at) : null
    if (outcome?.kind === 'failed') return outcome
    return data({ offset, size: row.size, fileName: outcome?.fileNames[0] ?? null })
  }),
})

async function outcomeOf(uploads: Uploads, found: UploadProgress, at: Instant): Promise<Uploaded | Failure> {
  try {
    return servedOf(await uploads.finish(found, at))
  } catch (error) {
    if (error instanceof DiskFull) return refuse('file.disk_full')
    // The file is whole: its sender asks again.
    if (error instanceof FilesUnavailable || error instanceof TooBusy || error instanceof TooMuchWork)
      return failureOfError(error)
    throw error
  }
}

const servedOf = ({ fileId, refused }: UploadRow): Uploaded | Failure => {
  if (refused !== null) return refuse(refused)
  if (fileId === null) throw new Error('a finished upload has an outcome')
  return { kind: 'uploaded', fileNames: [FILES_PATH + fileId] }
}

/** HTTP statuses, since tus clients do not read bodies. */
const STATUS: Readonly<Record<number, number>> = {
  [CODE.unauthorised]: 401,
  [CODE.forbidden]: 403,
  [CODE.tooMany]: 429,
  [CODE.refused]: 422,
}

/** Mostly wrong content types. The status must not be 200, which tus clients take for a stored chunk. */
function refuseError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const why = failureOfError(error)
  if (why.code === CODE.failed) request.log.error({ err: error }, why.reason)
  void refuseWith(request, reply, STATUS[why.code] ?? why.code, why)
}

/** Sends the usual envelope, under the status that the protocol requires. */
function refuseWith(request: FastifyRequest, reply: FastifyReply, status: number, why: Failure): FastifyReply {
  // The rest of an unfinished body is not awaited.
  if (!request.raw.complete) void reply.header('connection', 'close')
  return send(request, reply, why.reason === 'file.disk_full' ? 507 : status, why)
}

const send = (request: FastifyRequest, reply: FastifyReply, status: number, served: Served): FastifyReply =>
  answer(request, reply, served, { ...PRIVATE, status })

/** A refusal thrown through the library, which passes on only status and text. */
class Refusal extends Error {
  readonly status_code = 422
  readonly body: AnyReason
  constructor(reason: AnyReason) {
    super(reason)
    this.body = reason
  }
}

class NotThere extends Error {
  readonly status_code = ERRORS.FILE_NOT_FOUND.status_code
  readonly body = ERRORS.FILE_NOT_FOUND.body
}

class NotNow extends Error {
  readonly status_code = 503
  readonly body = 'file.unavailable' satisfies AnyReason
}

const BY_TEXT: Readonly<Record<string, Failure>> = {
  [ERRORS.FILE_NOT_FOUND.body]: missing(),
  [ERRORS.FILE_NO_LONGER_EXISTS.body]: missing(),
  [new NotNow().body]: failureOfError(new FilesUnavailable()),
  [ERRORS.INVALID_OFFSET.body]: fail(CODE.conflict, 'upload.offset'),
  [ERRORS.ERR_SIZE_EXCEEDED.body]: fail(CODE.tooLarge, 'input.too_large'),
}
const OURS: readonly AnyReason[] = [
  'upload.invalid',
  'upload.too_many',
  'file.type',
  'file.picture_damaged',
  'file.heic',
  'file.avif',
  'file.pdf_encrypted',
  'file.pdf_empty',
  'file.pdf_damaged',
  'file.sheet_type',
  'file.picture_type',
  'file.too_large',
  'file.picture_too_large',
  'file.empty',
  'file.quota',
  'file.disk_full',
]

function failureOf(text: string): Failure {
  const ours = OURS.find((reason) => reason === text)
  return ours ? refuse(ours) : (BY_TEXT[text] ?? fail(CODE.invalid, 'upload.invalid'))
}

/** The Fastify request as a web `Request` of that method, its body still a stream. */
function webRequest({ raw, url, body }: FastifyRequest, method: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw.headers))
    // Pseudo-headers of HTTP/2 (`:path`) are no names to `Headers`.
    if (value !== undefined && !name.startsWith(':') && name !== OVERRIDE)
      headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const address = new URL(url, 'http://localhost')
  if (!(body instanceof Readable)) return new Request(address, { method, headers })
  const streamed: RequestInit & { duplex: 'half' } = { method, headers, body: streamOf(body), duplex: 'half' }
  return new Request(address, streamed)
}

/** A sender that breaks off becomes an error of the stream. */
function streamOf(body: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<unknown> = body[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(stream) {
      const next: IteratorResult<unknown> = await chunks.next()
      if (next.done === true) stream.close()
      else if (next.value instanceof Uint8Array) stream.enqueue(next.value)
    },
  })
}

/** The uploads as the tus library's store. */
class PartStore extends DataStore {
  readonly #uploads: Uploads
  constructor(uploads: Uploads) {
    super()
    this.#uploads = uploads
    this.extensions = EXTENSIONS
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.#uploads.find(id)
    if (!found) throw new NotThere()
    return new Upload({ id, size: found.row.size, offset: found.offset, creation_date: found.row.createdAt.toString() })
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    // The last chunk is resent when its answer was lost, so a complete file may be stored already.
    if ((await this.#uploads.find(id))?.row.size === offset) return offset
    try {
      return await this.#uploads.append(id, offset, bytes)
    } catch (error) {
      if (error instanceof FilesUnavailable) throw new NotNow()
      throw isDiskFull(error) ? new Refusal('file.disk_full') : error
    }
  }

  override remove(id: string): Promise<void> {
    return this.#uploads.remove(id)
  }
}
