/** The work took more time or memory than its kind may. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork'
}
