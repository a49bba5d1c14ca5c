import type { Client } from '../../../client/client.ts'

export interface Press {
  /** Runs at once; while a mouse button is down, after its click has been handled. */
  readonly whenReleased: (run: () => void) => void
}

/**
 * The press in progress on this page. The focused field loses the focus when a press begins. An error text that appears
 * at the field in that moment would move the pressed element away before its release, and the click would be lost. A
 * tap sends the same events.
 */
export const pressOf = (client: Client): Press => client.part(createPress)

function createPress({ ports: { page } }: Client): Press {
  let isDown = false
  let waiting: (() => void)[] = []
  const flush = (): void => {
    const due = waiting
    waiting = []
    for (const run of due) run()
  }
  page.on('mousedown', () => {
    // The previous press ended outside of the page.
    flush()
    isDown = true
  })
  page.on('mouseup', () => {
    isDown = false
    // The click event follows in the same task.
    setTimeout(flush)
  })
  return { whenReleased: (run) => (isDown ? void waiting.push(run) : run()) }
}
