import { Guard } from '../../../ui/Guard.tsx'

/** Another program, such as a translator, took nodes out of the page that React wants to remove or write beside. */
const isForeign = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'HierarchyRequestError')

const MEND_MS = 50
/** What fails more often within the time has another fault. */
const MENDS_MOST = 5
const MENDS_WITHIN_MS = 10_000

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
