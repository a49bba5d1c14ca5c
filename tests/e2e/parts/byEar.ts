import { writeFile } from 'node:fs/promises'
import { expect, type CDPSession, type Page, type TestInfo } from '@playwright/test'
import { listen, REPORT, type Heard } from './listen.ts'

/** What has the keyboard's focus, as the accessibility tree describes it. */
export interface Stop {
  readonly role: string
  readonly name: string
  readonly description: string
  readonly value: string
  /** As they are spoken: `not checked`, `required`. */
  readonly states: string
  /** Names of the groups, articles, dialogs and landmarks around it, the innermost first. */
  readonly within: readonly string[]
}

interface Wanted {
  /** A name of something around it. */
  readonly within?: RegExp | string
  readonly key?: 'Tab' | 'Shift+Tab'
}

/** An act whose answer was waited for. */
const ACTS = new Set(['Enter', 'Space', 'F2', 'Escape'])
const ANSWERED = { timeout: 20_000 }
const MOST_TABS = 160
/** States whose absence is spoken too. */
const ALWAYS_SPOKEN = new Set(['checked', 'expanded', 'pressed'])
const SPOKEN_STATES = new Set([...ALWAYS_SPOKEN, 'invalid', 'disabled', 'required', 'selected', 'busy'])

/**
 * A person who uses the page by its keyboard, by the accessibility tree, and by what its live regions say; nothing is
 * found by its looks. Keeps the transcript.
 */
export class Ear {
  readonly page: Page
  readonly #tree: CDPSession
  readonly #said: Extract<Heard, { kind: 'said' }>[] = []
  readonly #lines: string[] = []
  readonly #faults: string[] = []
  readonly #began = Date.now()
  #tabs = 0
  #heardTo = 0
  #focusMoves = 0
  #documents = 0
  #actSince = true

  private constructor(page: Page, tree: CDPSession) {
    this.page = page
    this.#tree = tree
  }

  static async of(page: Page): Promise<Ear> {
    const ear = new Ear(page, await page.context().newCDPSession(page))
    await ear.#tree.send('Accessibility.enable')
    await page.exposeFunction(REPORT, (heard: Heard) => ear.#hears(heard))
    await page.addInitScript(listen, REPORT)
    page.on('load', () => (ear.#documents += 1))
    return ear
  }

  /** Loads a page, as by its address. */
  async open(path: string): Promise<void> {
    await this.page.goto(path)
    await this.#tellPage()
  }

  /** Moves on until the focus is there; fails with all stops. */
  async to(role: string, name: RegExp | string, { within, key = 'Tab' }: Wanted = {}): Promise<Stop> {
    const stops: string[] = []
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      const stop = await this.stop()
      if (
        stop?.role === role &&
        fits(stop.name, name) &&
        (within === undefined || stop.within.some((one) => fits(one, within)))
      ) {
        this.#note(`${key} ×${tabs}`, sentence(stop))
        return stop
      }
      stops.push(stop === null ? 'nothing' : sentence(stop))
      // Twice around the page.
      if (stops.filter((one) => one === 'nothing').length > 2) break
      await this.page.keyboard.press(key)
      this.#tabs += 1
    }
    throw new Error(`${role} ${String(name)} is not reached by ${key}:\n${[...new Set(stops)].join('\n')}`)
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
    this.#note('types', text)
  }

  /** Goes to a field and types. */
  async fill(name: RegExp | string, text: string, role = 'textbox'): Promise<void> {
    await this.to(role, name)
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.type(text)
  }

  /** Presses a key that must be answered: by words, by focus that moves, by a state, or by a new document. */
  async press(key: string): Promise<void> {
    const before = await this.stop()
    const [said, moves, documents] = [this.#said.length, this.#focusMoves, this.#documents]
    this.#heardTo = said
    if (ACTS.has(key)) this.#actSince = true
    this.#note('press', key)
    await this.page.keyboard.press(key)
    let answer = 'nothing'
    await expect
      .poll(async () => {
        if (this.#documents > documents) return (answer = 'document')
        if (this.#said.length > said) return (answer = 'words')
        const now = await this.stop()
        if (this.#focusMoves > moves && now !== null) return (answer = 'focus')
        if (now?.value !== before?.value || now?.states !== before?.states) return (answer = 'state')
        return 'nothing'
      }, ANSWERED)
      .not.toBe('nothing')
      .catch(() => this.#fault(`${key} on ${before === null ? 'nothing' : sentence(before)} is answered by nothing`))
    if (answer === 'document') return this.#tellPage()
    // What had the focus may leave the page a moment later, and its successor take it.
    let now = null as Stop | null
    await expect
      .poll(async () => (await this.stop()) && (now = await this.stop()), { timeout: 3_000 })
      .not.toBe(null)
      .catch(() => null)
    if (now === null) this.#fault(`after ${key} on ${before === null ? 'nothing' : sentence(before)} the focus is lost`)
    else if (answer === 'focus') this.#tellFocus(now)
    else if (answer === 'state') this.#note('state', sentence(now))
  }

  /** Waits until a text is said that was not asked about before. */
  async hear(text: RegExp | string, timeout = 30_000): Promise<string> {
    const found = () => this.#said.findIndex((one, at) => at >= this.#heardTo && fitsIn(one.text, text))
    await expect
      .poll(found, { timeout, message: `“${String(text)}” is said` })
      .not.toBe(-1)
      .catch((error: unknown) => {
        throw new Error(`${String(error)}\n${this.transcript()}`)
      })
    const at = found()
    this.#heardTo = at + 1
    return this.#said[at]?.text ?? ''
  }

  /** The same; what is not said by itself is a fault, and is asked for. */
  async hearOrAsk(text: RegExp | string, key: string): Promise<string> {
    const said = await this.hear(text, ANSWERED.timeout).catch(() => null)
    if (said !== null) return said
    this.#fault(`“${String(text)}” is said only when it is asked for by ${key}`)
    await this.press(key)
    return this.hear(text)
  }

  /** Waits until the focus has moved there by itself. */
  async focusOn(role: string, name: RegExp | string): Promise<Stop> {
    let stop: Stop | null = null
    await expect
      .poll(
        async () => {
          stop = await this.stop()
          return stop !== null && stop.role === role && fits(stop.name, name)
        },
        { ...ANSWERED, message: `the focus comes to ${role} ${String(name)}` },
      )
      .toBe(true)
    if (stop !== null) this.#tellFocus(stop)
    return stop!
  }

  /** Waits for the page of this heading, which takes the focus unless the page has loaded anew. */
  async arrive(heading: RegExp | string): Promise<void> {
    const [documents, before] = [this.#documents, await this.stop()]
    await this.read('heading', heading)
    const arrived = async () => {
      const now = await this.stop()
      return this.#documents > documents || (now !== null && now.role === 'heading' && fits(now.name, heading))
    }
    await expect
      .poll(arrived, { timeout: 5_000 })
      .toBe(true)
      .catch(() => this.#fault(`the page ${String(heading)} comes without the focus on its heading`))
    const now = await this.stop()
    if (now !== null && now.name !== before?.name) this.#tellFocus(now)
  }

  /** The last text that was said and has this in it. */
  lastSaid(text: RegExp | string): string | undefined {
    return this.#said.findLast((one) => fitsIn(one.text, text))?.text
  }

  /** Reads until there is an element of this role and name, as by a screen reader's list of headings. */
  async read(role: string, name: RegExp | string, timeout = ANSWERED.timeout): Promise<string> {
    let found: string | undefined
    await expect
      .poll(
        async () => (found = (await this.#nodes()).find((node) => node.role === role && fits(node.name, name))?.name),
        {
          timeout,
          message: `${role} ${String(name)} is read`,
        },
      )
      .toBeDefined()
    this.#note('reads', `${role} “${found ?? ''}”`)
    return found ?? ''
  }

  /** The text of the page, read through. */
  async readThrough(): Promise<string> {
    const nodes = await this.#nodes()
    return nodes.flatMap(({ role, name }) => (role === 'StaticText' ? [name] : [])).join(' ')
  }

  /** What has the focus; `null`: nothing has. */
  async stop(): Promise<Stop | null> {
    // The document may be replaced while it is asked.
    try {
      const { result } = await this.#tree.send('Runtime.evaluate', { expression: 'document.activeElement' })
      if (result.objectId === undefined || result.description === 'body') return null
      const { nodes } = await this.#tree.send('Accessibility.getPartialAXTree', {
        objectId: result.objectId,
        fetchRelatives: true,
      })
      const [own] = nodes
      // An element that has left the page since is nothing to a reader.
      if (!own || own.ignored) return null
      const byId = new Map(nodes.map((node) => [node.nodeId, node]))
      const within: string[] = []
      for (let at = byId.get(own.parentId ?? ''); at; at = byId.get(at.parentId ?? ''))
        if (at.name?.value) within.push(String(at.name.value))
      return {
        role: String(own.role?.value ?? ''),
        name: String(own.name?.value ?? ''),
        description: String(own.description?.value ?? ''),
        value: String(own.value?.value ?? ''),
        states: (own.properties ?? [])
          .filter(({ name, value }) => SPOKEN_STATES.has(name) && (ALWAYS_SPOKEN.has(name) || isTrue(value.value)))
          .map(({ name, value }) => (isTrue(value.value) ? name : `not ${name}`))
          .join(', '),
        within,
      }
    } catch (error) {
      if (/context|navigat|detached|Inspected|object with given id/i.test(String(error))) return null
      throw error
    }
  }

  /** A remark of the transcript: what others did. */
  note(text: string): void {
    this.#note('—', text)
  }

  /** A thing that has to be so; the walk goes on without it, and fails at its end. */
  check(isSo: boolean, what: string): void {
    if (!isSo) this.#fault(`not so: ${what}`)
  }

  get faults(): readonly string[] {
    return this.#faults
  }

  transcript(): string {
    return `${this.#lines.join('\n')}\n${this.#tabs} Tabs, ${this.#said.length} announcements\n`
  }

  async keep(info: TestInfo): Promise<void> {
    const path = info.outputPath('transcript.txt')
    await writeFile(path, this.transcript())
    await info.attach('transcript', { path, contentType: 'text/plain' })
  }

  async #nodes(): Promise<readonly { role: string; name: string }[]> {
    const { nodes } = await this.#tree.send('Accessibility.getFullAXTree')
    return nodes.flatMap(({ ignored, role, name }) =>
      ignored ? [] : [{ role: String(role?.value ?? ''), name: String(name?.value ?? '') }],
    )
  }

  async #tellPage(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    this.#note('page', await this.page.title())
  }

  #tellFocus(stop: Stop): void {
    if (stop.name === '') this.#fault(`the focus is on a ${stop.role} without a name`)
    this.#note('focus', sentence(stop))
  }

  #hears(heard: Heard): void {
    if (heard.kind === 'focus') {
      this.#focusMoves += 1
      return
    }
    // Text that a region had when it came, or that stands behind a dialog.
    if (heard.kind === 'unheard') return this.#note('(unheard)', heard.text)
    const before = this.#said.at(-1)
    if (!this.#actSince && before?.text === heard.text) this.#fault(`said twice: ${heard.text}`)
    this.#actSince = false
    this.#said.push(heard)
    this.#note(heard.urgent ? 'says!' : 'says', heard.text)
  }

  #fault(text: string): void {
    this.#faults.push(text)
    this.#note('FAULT', text)
  }

  #note(kind: string, text: string): void {
    const seconds = ((Date.now() - this.#began) / 1000).toFixed(1)
    this.#lines.push(`${seconds.padStart(6)}  ${kind.padEnd(9)} ${text}`)
  }
}

const isTrue = (value: unknown): boolean => value === true || value === 'true'
const fits = (text: string, wanted: RegExp | string): boolean =>
  typeof wanted === 'string' ? text === wanted : wanted.test(text)
const fitsIn = (text: string, wanted: RegExp | string): boolean =>
  typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)

function sentence({ role, name, description, value, states }: Stop): string {
  const more = [value, states, description].filter((one) => one !== '').join('; ')
  return `${role} “${name}”${more === '' ? '' : ` (${more})`}`
}
