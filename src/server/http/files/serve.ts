import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CODE } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import type { AccountId } from '../../../domain/lot.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Caller } from '../../auth/caller.ts'
import { may } from '../../auth/permissions.ts'
import { isSeller } from '../../lots/seller.ts'
import { lotsWithPaper } from '../../store/files.ts'
import type { Db } from '../../store/open.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { disposition } from '../../files/name.ts'
import type { Files, Kind } from '../../files/files.ts'
import type { Uploads } from '../../files/uploads.ts'
import { fail, invalid, missing, refuse } from '../answer.ts'
import { answer } from '../api.ts'
import type { Admit } from '../gate.ts'
import { parseInput } from '../input.ts'
import type { Served } from '../route.ts'
import { BODY_BYTES, LIMITS, receive } from './receive.ts'
import { serveResumable } from './resumable.ts'

const FILES_PATH = '/common/files/'
const AT_ONCE = { account: 2, all: 16 } as const
const PASSED_BYTES = 64 * 1024 * 1024

interface FilesNeeds {
  readonly files: Files
  readonly uploads: Uploads
  readonly db: Db
  readonly catalogue: Pick<Catalogue, 'find'>
  readonly admit: Admit
}

/** User files: received by form, served to the people concerned. */
export async function serveUploads(
  app: FastifyInstance,
  { files, uploads, db, catalogue, admit }: FilesNeeds,
): Promise<void> {
  serveResumable(app, { uploads, admit })
  // Scoped: no other call accepts a form.
  await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
  const { upload, fileBytes } = calls
  const enter = fewAtOnce()

  app.post(upload.path, async (request, reply) => {
    const taken = await take(request)
    if (!request.raw.complete && !letPass(request.raw)) void reply.header('connection', 'close')
    return answer(request, reply, taken)
  })

  async function take(request: FastifyRequest): Promise<Served> {
    const admitted = await admit(request, upload)
    if (admitted.kind === 'failed') return admitted
    const { who, at } = admitted
    if (!who) throw new Error('an upload was reached without its token')
    const parsed = parseInput(upload, { params: request.params, query: request.query, body: undefined })
    if (!parsed.ok) return invalid(...parsed.errors)
    if (!request.isMultipart()) return fail(CODE.unsupported, 'input.unsupported_type')
    if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES) return fail(CODE.tooLarge, 'input.too_large')
    const { id } = who.person
    const leave = enter(id)
    if (!leave) return fail(CODE.tooMany, 'call.too_many', { retryAfter: 5 })
    try {
      return await keep(request, id, isAsked(request.query) ? parsed.value.query.kind : null, at)
    } finally {
      leave()
    }
  }

  async function keep(request: FastifyRequest, owner: AccountId, asked: Kind | null, at: Instant): Promise<Served> {
    if (!(await files.hasRoom(owner))) return refuse('file.quota')
    const received = await receive(request, asked)
    if (received.kind === 'failed') return received
    const kept = await files.keep(owner, received.files, received.as, at)
    if (typeof kept === 'string') return refuse(kept)
    const [first, ...others] = kept.map((id) => FILES_PATH + id)
    return first === undefined ? refuse('file.empty') : { kind: 'uploaded', fileNames: [first, ...others] }
  }

  async function readFor(who: Caller, fileId: string) {
    const { person } = who
    const own = await files.read(fileId, {
      id: person.id,
      companyId: person.companyId,
      reviews: may(person, 'user:certification:review'),
      sells: isSeller(person),
      reviewsLots: may(person, 'sale:lot:review'),
    })
    if (own) return own
    // Readers of a lot's catalogue may read its papers.
    for (const lot of await lotsWithPaper(db, fileId, LOTS_MOST))
      if ((await catalogue.find(who, lot)).kind !== 'failed') return files.readPaper(fileId)
    return null
  }

  app.get(fileBytes.path.replace('{fileId}', ':fileId'), async (request, reply) => {
    const admitted = await admit(request, fileBytes)
    if (admitted.kind === 'failed') return answer(request, reply, admitted)
    const parsed = parseInput(fileBytes, { params: request.params, query: request.query, body: undefined })
    const undeclared = parsed.ok ? [] : parsed.errors.filter(({ path }) => path.startsWith('query'))
    if (undeclared.length > 0) return answer(request, reply, invalid(...undeclared))
    const { who } = admitted
    // Forbidden files answer 404, to hide that they exist.
    const found = who && parsed.ok && (await readFor(who, parsed.value.params.fileId))
    if (!found) return answer(request, reply, missing())
    const { row, content } = found
    request.answered = { code: CODE.ok, reason: null }
    return reply
      .headers({
        'content-type': row.type,
        'content-length': row.size,
        'content-disposition': disposition(row.name),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      })
      .send(content)
  })
}

/** Maximum number of lots searched for a shared paper, which may be in many catalogues. */
const LOTS_MOST = 50

/** Limits concurrent uploads, since each takes up to 25 MB of memory. `null`: refused for now. */
function fewAtOnce(): (account: AccountId) => (() => void) | null {
  const underWay: AccountId[] = []
  return (account) => {
    if (underWay.length >= AT_ONCE.all || underWay.filter((one) => one === account).length >= AT_ONCE.account)
      return null
    underWay.push(account)
    return () => void underWay.splice(underWay.indexOf(account), 1)
  }
}

/** Drains the rest of a refused upload, so that its sender reads the answer; unless its length is unknown or large. */
function letPass(body: IncomingMessage): boolean {
  const length = Number(body.headers['content-length'] ?? Infinity)
  if (!(length <= PASSED_BYTES)) return false
  body.unpipe()
  body.resume()
  return true
}

/** The kind in the address overrides the form's. */
const isAsked = (query: unknown): boolean => typeof query === 'object' && query !== null && 'kind' in query
