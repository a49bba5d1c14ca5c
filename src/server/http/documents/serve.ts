import type { FastifyInstance } from 'fastify'
import { AUDIT } from '../../../contract/audit.ts'
import { CODE } from '../../../contract/codes.ts'
import { recordedBy } from '../../audit/recording.ts'
import type { Trail } from '../../audit/trail.ts'
import { sealed } from '../../documents/seal.ts'
import type { Press } from '../../documents/press.ts'
import type { Printable } from '../../documents/document.ts'
import { disposition } from '../../files/name.ts'
import type { Signer } from '../../receipt.ts'
import { ROADS } from '../../work/bounds.ts'
import type { Work } from '../../work/work.ts'
import { done, invalid, RefusalError } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { aboutOf, answer } from '../api.ts'
import type { Admit } from '../gate.ts'
import { parseInput } from '../input.ts'
import type { Route } from '../route.ts'
import { originOf } from '../pages/routes.ts'
import { calendarOf } from './calendar.ts'
import { papersOf } from './papers.ts'
import type { PapersNeeds } from './papers.ts'
import { sheetsOf } from './results.ts'
import type { FileAnswer } from './route.ts'
import { leftSignal, workLineOf } from '../work.ts'

interface Needs extends PapersNeeds {
  readonly press: Press
  readonly signer: Pick<Signer, 'sign' | 'seal'>
  readonly admit: Admit
  readonly trail: Trail
  readonly publicUrls: readonly string[]
  readonly work: Work
}

/** Documents, sheets and calendar entries: raw answers, each for its reader alone. */
export function serveDocuments(app: FastifyInstance, { press, admit, trail, publicUrls, work, ...needs }: Needs): void {
  const print = async ({ name, printing }: Printable): Promise<FileAnswer> => ({
    kind: 'file',
    name,
    type: 'application/pdf',
    bytes: sealed(await press.print(printing), (text) => needs.signer.seal(text)),
  })
  const routes = { ...papersOf(needs, print), ...sheetsOf(needs), ...calendarOf(needs) }
  for (const name of Object.keys(routes).filter((key): key is keyof typeof routes => key in routes)) {
    const { call, run } = routes[name]
    app.get(call.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (request, reply) => {
      const admitted = await admit(request, call)
      if (admitted.kind === 'failed') return answer(request, reply, admitted)
      const parsed = parseInput(call, { params: request.params, query: request.query, body: undefined })
      if (!parsed.ok) return answer(request, reply, invalid(...parsed.errors))
      const about = aboutOf(request, admitted)
      const { who } = admitted
      const whose = { line: workLineOf(who, about), left: leftSignal(reply) }
      const made = await work
        .do(ROADS[name], whose, (task) =>
          run({ ...parsed.value, ...about, task, origin: originOf(request, publicUrls) }, who),
        )
        .catch((error: unknown): Failure => {
          if (error instanceof RefusalError) return error.failure
          throw error
        })
      if (isRecorded(name)) await record(name, made).run(parsed, admitted.who, about)
      if (made.kind === 'failed') return answer(request, reply, made)
      request.answered = { code: CODE.ok, reason: null }
      return reply
        .headers({
          'content-type': made.type,
          'content-disposition': disposition(made.name),
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'private, no-store',
        })
        .send(made.bytes)
    })
  }

  /** An export is recorded in the trail before it is answered. */
  function record(name: (typeof RECORDED)[number], made: FileAnswer | Failure): Route {
    const { raw: _bytes, ...json } = routes[name].call
    return recordedBy(trail, name, AUDIT[name], {
      call: json,
      options: {},
      run: () => Promise.resolve(made.kind === 'failed' ? made : done),
    })
  }
}

const RECORDED = ['resultFile', 'lotDraftFile'] as const
const isRecorded = (name: string): name is (typeof RECORDED)[number] => RECORDED.some((one) => one === name)
