import { shellComponent } from '../boot/lazyComponent.tsx'
import { useClient } from '../lib/client.ts'
import { useStore } from '../lib/useStore.ts'
import { secondFactorOf } from './secondFactor.ts'

/** Forms need the router's chunk; notices, which come along with this host, must not wait for it. */
const SecondFactorDialog = shellComponent(() =>
  import('./SecondFactorDialog.tsx').then((module) => module.SecondFactorDialog),
)

export function SecondFactorHost() {
  const question = useStore(secondFactorOf(useClient()))
  return question ? <SecondFactorDialog wrong={question.wrong} onAnswer={question.answer} /> : null
}
