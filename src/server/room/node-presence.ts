import * as z from 'zod'
import { SOURCES } from '../../contract/constants.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { AccountId } from '../../domain/lot.ts'
import { instant, later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Present } from '../ports.ts'
import type { Ending } from './attendance.ts'

/* Nodes exchange their visitors in messages below 8,000 bytes (the limit of a NOTIFY). A message may be lost: the
   next one repeats everything, and absent entries expire. */
const FORGOTTEN_MS = 15_000
const PEOPLE_A_WORD = 30

const ViewerSchema = z.discriminatedUnion('identity', [
  z.object({ identity: z.literal('operator') }),
  z.object({ identity: z.literal('host') }),
  z.object({ identity: z.literal('audience') }),
  z.object({ identity: z.literal('buyer'), number: z.number() }),
  z.object({ identity: z.literal('seller'), seller: z.string() }),
])
const Person = z.object({
  account: z.string(),
  viewer: ViewerSchema,
  online: z.boolean(),
  lastSeen: z.number(),
  delay: z.number().nullable(),
  loginTime: z.number(),
  // A node of the previous release does not send these.
  source: z.enum(SOURCES).default('other'),
  onlineMs: z.number().default(0),
})
const Word = z.discriminatedUnion('word', [
  z.object({ word: z.literal('here'), node: z.string() }),
  z.object({
    word: z.literal('people'),
    node: z.string(),
    timelineId: z.string(),
    part: z.number(),
    online: z.number(),
    people: z.array(Person),
  }),
  z.object({
    word: z.literal('expel'),
    node: z.string(),
    account: z.string(),
    why: z.enum(['signed_out', 'suspended', 'moved']),
  }),
  z.object({ word: z.literal('erased'), node: z.string(), timelineId: z.string() }),
])
type Word = z.infer<typeof Word>

interface Reported {
  readonly at: Instant
  readonly online: number
  readonly people: readonly Present[]
}

interface NodePresenceDeps {
  readonly nodeId: string
  readonly now: () => Instant
  readonly say: (word: string) => Promise<void>
  readonly expelled: (account: AccountId, why: Ending) => void
  /** Something in this session's log was erased. */
  readonly erased: (timelineId: string) => void
}

/** This node's knowledge of the others' visitors. */
export class NodePresence {
  readonly #deps: NodePresenceDeps
  /** Reports by session, then by node and part of its list. */
  readonly #reported = new Map<string, Map<string, Reported>>()
  #heardAt: Instant | null = null

  constructor(deps: NodePresenceDeps) {
    this.#deps = deps
  }

  /** Whether other nodes exist. */
  get inCompany(): boolean {
    return this.#heardAt !== null && this.#deps.now() < later(this.#heardAt, FORGOTTEN_MS)
  }

  hear(text: string): void {
    const word = parse(text)
    if (word === null || word.node === this.#deps.nodeId) return
    this.#heardAt = this.#deps.now()
    switch (word.word) {
      case 'here':
        return
      case 'expel':
        return this.#deps.expelled(word.account, word.why)
      case 'erased':
        return this.#deps.erased(word.timelineId)
      case 'people':
        return this.#note(word)
    }
  }

  announce(): Promise<void> {
    return this.#say({ word: 'here', node: this.#deps.nodeId })
  }

  expel(account: AccountId, why: Ending): Promise<void> {
    return this.#say({ word: 'expel', node: this.#deps.nodeId, account, why })
  }

  erased(timelineId: string): Promise<void> {
    return this.#say({ word: 'erased', node: this.#deps.nodeId, timelineId })
  }

  async tell(timelineId: string, online: number, people: readonly Present[]): Promise<void> {
    const named = people.flatMap(({ viewer, ...person }) =>
      viewer.identity === 'audience' || viewer.identity === 'room' ? [] : [{ ...person, viewer }],
    )
    for (let part = 0; part === 0 || part * PEOPLE_A_WORD < named.length; part++) {
      const some = named.slice(part * PEOPLE_A_WORD, (part + 1) * PEOPLE_A_WORD)
      await this.#say({
        word: 'people',
        node: this.#deps.nodeId,
        timelineId,
        part,
        online: part === 0 ? online : 0,
        people: some,
      })
    }
  }

  people(timelineId: string): readonly Present[] {
    return this.#fresh(timelineId).flatMap(({ people }) => people)
  }

  online(timelineId: string): number {
    return this.#fresh(timelineId).reduce((sum, { online }) => sum + online, 0)
  }

  #fresh(timelineId: string): readonly Reported[] {
    const since = later(this.#deps.now(), -FORGOTTEN_MS)
    return [...(this.#reported.get(timelineId)?.values() ?? [])].filter(({ at }) => at >= since)
  }

  #note({ node, timelineId, part, online, people }: Extract<Word, { word: 'people' }>): void {
    const reported = this.#reported.get(timelineId) ?? new Map<string, Reported>()
    this.#reported.set(timelineId, reported)
    const since = later(this.#deps.now(), -FORGOTTEN_MS)
    for (const [key, { at }] of reported) if (at < since) reported.delete(key)
    reported.set(`${node} ${part}`, { at: this.#deps.now(), online, people: people.map(presentOf) })
  }

  #say(word: Word): Promise<void> {
    return this.#deps.say(JSON.stringify(word))
  }
}

function parse(text: string): Word | null {
  try {
    return Word.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const presentOf = ({ lastSeen, loginTime, viewer, ...rest }: z.infer<typeof Person>): Present => {
  const as: Viewer = viewer
  return { ...rest, viewer: as, lastSeen: instant(lastSeen), loginTime: instant(loginTime) }
}
