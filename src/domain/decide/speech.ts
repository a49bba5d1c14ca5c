import type { PersonCommand } from '../commands.ts'
import { own } from '../evolve/edit.ts'
import { LAW } from '../rule.ts'
import type { SessionState } from '../state.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { alive } from './phase.ts'
import { bidderOf, mayRun, sellerOf, who, type Who } from './who.ts'

type Command<T extends PersonCommand['type']> = Extract<PersonCommand, { type: T }>

export function say(draft: Draft, command: Command<'say'>, by: Who): Ruling {
  const refusal = alive(draft.state) ?? maySpeak(draft, by)
  if (refusal !== null) return refusal
  const text = command.text.trim()
  if (text === '' || text.length > LAW.messageMax) return refuse('speech.empty', { most: LAW.messageMax })
  draft.emit({ type: 'message', from: draft.actor, text, account: draft.account })
  return null
}

function maySpeak({ state, actor }: Draft, by: Who): Ruling {
  if (mayRun(by) || by.is === 'room') return null
  const speaker = by.is === 'seller' ? sellerOf(state, by) : bidderOf(state, by)
  if ('refused' in speaker) return speaker
  const gagged = !state.speech.allowed || own(state.speech.gagged, actor) === true
  return gagged ? refuse('speech.gagged') : null
}

export function setSpeech(draft: Draft, { allowed, speaker }: Command<'setSpeech'>, by: Who): Ruling {
  if (!mayRun(by)) return refuse('identity.not_allowed')
  const { state } = draft
  const refusal = alive(state) ?? (speaker === null ? null : known(state, who(speaker)))
  if (refusal !== null) return refusal
  const isSo = speaker === null ? state.speech.allowed : own(state.speech.gagged, speaker) === undefined
  if (isSo !== allowed) draft.emit({ type: 'speech.set', allowed, speaker })
  return null
}

/** Only bidders and sellers can be gagged; the host always speaks. */
function known(state: SessionState, speaker: Who): Ruling {
  if (speaker.is === 'bidder')
    return own(state.bidders, speaker.number) === undefined ? refuse('bidder.not_admitted') : null
  return speaker.is === 'seller' && own(state.sellers, speaker.seller) !== undefined
    ? null
    : refuse('identity.not_allowed')
}
