import { runTagged } from '../parts/tagged.ts'
import type { Proof } from '../proof.ts'

/** Browser tests that visit every screen or compare whole pictures. */
export const walks: Proof = {
  name: 'walks',
  promise: 'Every screen keeps the content security policy and looks as it did',
  full: (options) => runTagged('@walk', options),
  sample: (options) => runTagged('@walk', options),
}
