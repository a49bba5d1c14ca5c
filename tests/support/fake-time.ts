/** A clock that moves only when told, with timers that run by it in order. */
export class FakeTime {
  now = 0
  private timers: { at: number; run: () => void }[] = []

  after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.now + ms, run }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter((other) => other !== timer)
    }
  }

  pass(ms: number): void {
    const end = this.now + ms
    for (let next = this.nextDue(end); next; next = this.nextDue(end)) {
      this.timers = this.timers.filter((other) => other !== next)
      this.now = Math.max(this.now, next.at)
      next.run()
    }
    this.now = end
  }

  /** Time passes without timers: the device sleeps. */
  sleep(ms: number): void {
    this.now += ms
  }

  private nextDue(end: number): { at: number; run: () => void } | undefined {
    return this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
  }
}

/** Lets promises that are ready run on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
