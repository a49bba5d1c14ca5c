import { Guard } from '../Guard.tsx'
import { isForeign, MEND_MS, MENDS_MOST, MENDS_WITHIN_MS } from './mending.ts'

/** An error boundary that sets its content up anew at once when another program has changed the page under it. */
export class MendingGuard extends Guard {
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()
  #mends = 0

  override componentDidCatch(error: unknown): void {
    if (!this.#mayMend(error)) return
    this.#mends += 1
    this.#later(MENDS_WITHIN_MS, () => {
      this.#mends -= 1
    })
    this.#later(MEND_MS, () => this.setState({ failed: null }))
  }
  override componentWillUnmount(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }
  override render() {
    const { failed } = this.state
    return failed !== null && this.#mayMend(failed.error) ? null : super.render()
  }
  #mayMend(error: unknown): boolean {
    return isForeign(error) && this.#mends < MENDS_MOST
  }
  #later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, ms)
    this.#timers.add(timer)
  }
}
