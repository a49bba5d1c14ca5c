import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Device, shape, type Tab } from '../../../tests/support/drafts.ts'
import { settled } from '../../../tests/support/fake-time.ts'

const FIELDS = ['name', 'phone'] as const
const v2 = { ...shape, version: 2, migrate: (kept: unknown) => (typeof kept === 'object' ? kept : null) }

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('type' as const), tab: fc.nat(2), field: fc.constantFrom(...FIELDS) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(10, 100, 260, 700, 6000) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('open' as const), version: fc.constantFrom(1, 2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'kill' as const,
        'close' as const,
        'hide' as const,
        'show' as const,
        'undo' as const,
        'dismiss' as const,
      ),
      tab: fc.nat(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('killAll' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('deafen' as const, 'full' as const, 'room' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** One person, one form, and the input that must survive. */
class Person {
  readonly device = new Device()
  private tabs: Tab[] = []
  /** Input that was neither visibly overwritten nor discarded by choice. */
  private readonly expected = new Map<string, { at: number; tab: Tab }>()
  private words = 0
  private readonly shown = new Map<Tab, Tab['state']>()
  /** Tabs whose notice was dismissed. */
  private readonly quiet = new Set<Tab>()
  private deaf = false

  /** Tabs with input that show another value without a notice. An untouched form may follow without one. */
  silent(): string[] {
    return this.tabs
      .filter((tab) => {
        const shown = this.shown.get(tab)
        const changed = FIELDS.some(
          (field) => Boolean(shown?.value[field]) && shown?.value[field] !== tab.state.value[field],
        )
        return changed && shown?.typed && tab.state.notice === null && tab.state.old === null && !this.quiet.has(tab)
      })
      .map((tab) => JSON.stringify([this.shown.get(tab), tab.state]))
  }

  look(): void {
    for (const tab of this.tabs) this.shown.set(tab, tab.state)
  }

  async does(given: Step): Promise<void> {
    const tab = 'tab' in given ? this.tabs[given.tab % Math.max(1, this.tabs.length)] : undefined
    switch (given.do) {
      case 'open': {
        if (this.tabs.length > 2) return
        // An open page keeps its code; a new page gets the server's current code.
        this.tabs.push(this.device.open('company', given.version === 2 ? v2 : shape))
        return settled()
      }
      case 'pass':
        return this.device.pass(given.ms)
      case 'type':
        return tab && this.types(tab, given.field)
      case 'kill':
        if (tab) this.dies(tab)
        return
      case 'killAll':
        return [...this.tabs].forEach((one) => this.dies(one))
      case 'close':
        if (!tab) return
        await tab.close()
        if (this.device.failure) this.dies(tab)
        this.tabs = this.tabs.filter((one) => one !== tab)
        return tab.kill()
      case 'hide':
        return tab?.hide()
      case 'show':
        return tab?.show()
      case 'undo':
      case 'dismiss': {
        if (tab?.state.notice?.kind === 'restored') this.quiet.add(tab)
        if (tab?.state.notice) this.shown.delete(tab)
        const before = this.device.written()
        tab?.draft[given.do]()
        // With a full disk the choice takes effect later.
        if (tab && this.device.failure)
          for (const word of this.expected.keys())
            if (!FIELDS.some((field) => tab.state.value[field] === word)) this.expected.delete(word)
        // Other tabs receive the message and save their own input.
        await settled()
        await settled()
        await settled()
        // After a choice, unwritten input counts as discarded, even if a tab that cannot receive messages, or of
        // another version, still shows it.
        for (const [word, { at }] of this.expected) {
          const chosen = this.deaf || before.includes(word) || this.device.time.now - at >= 250 || !this.found(word)
          if (chosen && !this.device.written().includes(word)) this.expected.delete(word)
        }
        return
      }
      case 'deafen':
        this.deaf = true
        this.device.post = () => {}
        return
      case 'full':
        this.device.failure = new DOMException('full', 'QuotaExceededError')
        return
      case 'room':
        this.device.failure = null
        return this.device.pass(6000)
    }
  }

  missing(): string[] {
    return [...this.expected.keys()].filter((word) => !this.found(word))
  }
  /** Input older than the promised time that is not stored, although the disk would have accepted it. */
  unwritten(): string[] {
    if (this.device.failure) return []
    return [...this.expected]
      .filter(([word, { at }]) => this.device.time.now - at > 300 && !this.device.written().includes(word))
      .map(([word]) => word)
  }

  private async types(tab: Tab, field: (typeof FIELDS)[number]): Promise<void> {
    const seen = tab.state.value[field]
    this.quiet.delete(tab)
    this.expected.delete(seen)
    const word = `word${(this.words += 1)}.`
    this.expected.set(word, { at: this.device.time.now, tab })
    await tab.type({ [field]: word })
    this.shown.delete(tab)
  }

  private dies(tab: Tab): void {
    tab.kill()
    this.tabs = this.tabs.filter((one) => one !== tab)
    for (const [word, typed] of this.expected)
      if (typed.tab === tab && !this.found(word) && (this.device.failure || this.device.time.now - typed.at <= 300))
        this.expected.delete(word)
  }

  private found(word: string): boolean {
    return (
      this.device.written().includes(word) ||
      this.tabs.some((tab) => FIELDS.some((field) => tab.state.value[field] === word))
    )
  }
}

it('whatever happens, nothing older than 300 ms is lost and nothing goes in silence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const person = new Person()
      await person.does({ do: 'open', version: 1 })
      for (const one of steps) {
        await person.does(one)
        expect({
          after: one,
          missing: person.missing(),
          unwritten: person.unwritten(),
          silent: person.silent(),
        }).toEqual({ after: one, missing: [], unwritten: [], silent: [] })
        person.look()
      }
    }),
    { numRuns: 1500 },
  )
})
