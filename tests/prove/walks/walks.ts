import { runTagged } from '../parts/tagged.ts'
import type { Proof } from '../proof.ts'

/** Browser tests that visit every screen, compare whole pictures, or read offline after each order of visits and sign-ins. */
export const walks: Proof = {
  name: 'walks',
  promise: 'Every screen keeps the content security policy and looks as it did; what was read is there offline',
  full: (options) => runTagged('@walk', options),
  sample: (options) => runTagged('@walk', options),
}
