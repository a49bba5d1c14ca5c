import { shellComponent } from '../boot/lazyComponent.tsx'
import { useClient } from '../lib/client.ts'
import { useStore } from '../lib/useStore.ts'
import { secondFactorOf } from './secondFactor.ts'

/**
 * The dialog is a chunk of its own: its form needs the router's chunk, and the notices in this host must not wait for
 * that.
 */
const SecondFactorDialog = shellComponent(() =>
  import('./SecondFactorDialog.tsx').then((module) => module.SecondFactorDialog),
)

export function SecondFactorHost() {
  const question = useStore(secondFactorOf(useClient()))
  return question ? <SecondFactorDialog refusal={question.refusal} onAnswer={question.answer} /> : null
}
