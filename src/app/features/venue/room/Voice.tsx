import { useEffect } from 'react'
import { useClient } from '../../../lib/client.ts'
import { sayIn, VoiceRegions } from '../../../ui/VoiceRegions.tsx'
import { speechOf } from './speech.ts'

/** The room's one voice for screen readers: nothing else in the room is a live region. */
export function Voice() {
  const speech = speechOf(useClient())
  useEffect(() => {
    let said = 0
    const say = () => {
      const { speaking } = speech.store.get()
      if ((speaking?.id ?? 0) === said) return
      said = speaking?.id ?? 0
      sayIn(document, speaking?.rank === 'urgent' ? 'assertive' : 'polite', speaking?.text ?? null)
    }
    say()
    return speech.store.subscribe(say)
  }, [speech])
  useEffect(() => () => speech.silence(), [speech])
  return <VoiceRegions />
}
