import type { Client } from '../../../client/client.ts'

export interface Press {
  /** Runs at once, or, while a button of the mouse is down, once its click has been handled. */
  readonly whenReleased: (run: () => void) => void
}

/**
 * The press under way on this page. The field that had the focus loses it when the next press begins: a text that appears at the field in
 * that moment moves the pressed element away before it is released, and the click is lost. A tap sends the same events.
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
    // The one before ended outside of the page.
    flush()
    isDown = true
  })
  page.on('mouseup', () => {
    isDown = false
    // The click comes in the same task.
    setTimeout(flush)
  })
  return { whenReleased: (run) => (isDown ? void waiting.push(run) : run()) }
}
