import { setTimeout as wait } from 'node:timers/promises'

/** The part of a browser's protocol that differs; the rest is common. */
export interface Wire {
  navigate(url: string): Promise<void>
  /** Calls a function in the page with JSON, and gives back JSON. */
  call(declaration: string, json: string): Promise<string>
  /** Input sources and their actions, as in W3C WebDriver. */
  perform(sources: readonly object[]): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** PNG. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/** An element by selector, and by its text where several fit. */
export interface Target {
  readonly css: string
  readonly text?: string
}

/** Generous, since a loaded machine is slow. */
const PATIENCE_MS = 90_000
const POLL_MS = 150

/** A page of any browser, used as by hand: every press and every letter is the browser's own input. */
export class Tab {
  readonly #wire: Wire
  readonly #origin: string

  constructor(wire: Wire, origin: string) {
    this.#wire = wire
    this.#origin = origin
  }

  open = (path: string): Promise<void> => this.#wire.navigate(this.#origin + path)
  resize = (width: number, height: number): Promise<void> => this.#wire.resize(width, height)
  picture = (): Promise<Buffer> => this.#wire.picture()
  close = (): Promise<void> => this.#wire.close()

  /** Runs in the page: it sees nothing of this module. */
  async ask<A extends readonly unknown[], T>(question: (...given: A) => T | Promise<T>, ...given: A): Promise<T> {
    const text = await this.#wire.call(
      `async (json) => JSON.stringify((await (${question.toString()})(...JSON.parse(json))) ?? null)`,
      JSON.stringify(given),
    )
    // The answer is the question's own result, sent as JSON.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(text) as T
  }

  /** Waits until the question is true on the page. A page that is being left does not answer. */
  until = <A extends readonly unknown[]>(
    what: string,
    question: (...given: A) => boolean | Promise<boolean>,
    ...given: A
  ): Promise<void> => this.#await(what, () => this.ask(question, ...given).catch(() => false))

  async #await(what: string, fact: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    while (!(await fact())) {
      if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
      await wait(POLL_MS)
    }
  }

  says = (text: string): Promise<void> =>
    this.until(`“${text}”`, (searched) => document.body.innerText.includes(searched), text)

  at = (path: string): Promise<void> =>
    this.until(`the address ${path}`, (begin) => (location.pathname + location.search).startsWith(begin), path)

  /** Presses the first visible and enabled match, once it stands still. */
  async press({ css, text = '' }: Target): Promise<void> {
    let last = ''
    await this.#await(`${css} “${text}” to press`, async () => {
      const place = await this.#placeOf(css, text).catch(() => null)
      const still = place !== null && last === JSON.stringify(place)
      last = JSON.stringify(place)
      return still
    })
    const place = await this.#placeOf(css, text)
    if (place === null) throw new Error(`${css} “${text}” went away`)
    await this.#wire.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', ...place, duration: 0, origin: 'viewport' },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }

  async type(css: string, text: string): Promise<void> {
    await this.press({ css })
    await this.keys(text)
    await this.until(
      `${css} to hold what was typed`,
      (at, typed) => {
        const field = document.querySelector(at)
        return field instanceof HTMLInputElement && field.value.replaceAll(' ', '') === typed.replaceAll(' ', '')
      },
      css,
      text,
    )
  }

  keys = (text: string): Promise<void> =>
    this.#wire.perform([
      {
        type: 'key',
        id: 'keyboard',
        actions: Array.from(text, (value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]).flat(),
      },
    ])

  /** Centre of the element; null: missing, hidden, disabled or covered. */
  #placeOf = (css: string, text: string): Promise<{ x: number; y: number } | null> =>
    this.ask(
      (at, part) => {
        for (const one of document.querySelectorAll<HTMLElement>(at)) {
          if (!one.innerText.includes(part) && part !== '') continue
          if (one.matches(':disabled, [aria-disabled=true]') || one.getClientRects().length === 0) continue
          one.scrollIntoView({ block: 'center', behavior: 'instant' })
          const { left, top, width, height } = one.getBoundingClientRect()
          const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
          const hit = document.elementFromPoint(x, y)
          if (hit !== null && (one.contains(hit) || hit.contains(one) || hit.closest('label') !== null)) return { x, y }
        }
        return null
      },
      css,
      text,
    )
}
