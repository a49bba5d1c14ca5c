import type { Client } from '../../../../client/client.ts'
import { notify, type Notice } from '../../../ui/toast.ts'
import type { Utterance } from '../announcements.ts'
import { NEWS, type NewsKind } from '../news.ts'
import { roomSettingsOf } from './settings.ts'
import { signalsOf } from './signals.ts'
import { speechOf } from './speech.ts'

interface Words extends Partial<Pick<Utterance, 'key' | 'names' | 'until'>> {
  readonly text: string
  /** For news of a lot: the person bid on it, leads or watches it. */
  readonly mine?: boolean
}

/** Says a piece of news by the room's voice and gives its signal, as far as the person wants to be told (`NEWS`). */
export function tell(client: Client, kind: NewsKind, { mine = false, key = kind, ...words }: Words): void {
  const { rank, of, signal } = NEWS[kind]
  if (signal !== null) signalsOf(client).give(signal)
  const { hears } = roomSettingsOf(client).get()
  const whose = of === 'lot' ? (mine ? 'own' : 'other') : of
  if (whose === 'answer' || hears === 'all' || (hears === 'mine' && whose === 'own'))
    speechOf(client).say({ rank, key, ...words })
}

/**
 * A notice in the room: seen as all notices are, and said by the room's voice alone. A failed call (spec §8) has a kind,
 * which says it by its own role.
 */
export function tellNotice(
  client: Client,
  notice: Omit<Notice, 'silent' | 'assertive'>,
  kind: NewsKind = 'press',
): void {
  notify(client, { ...notice, silent: notice.kind === undefined })
  if (notice.kind === undefined)
    tell(client, kind, { key: notice.key ?? kind, text: sentences(client, notice.title, notice.text) })
}

const ENDS = /[.。!！?？:：]$/u

/** Texts as sentences one after the other. */
export function sentences({ locale }: Pick<Client, 'locale'>, ...texts: readonly (string | undefined)[]): string {
  const [stop, space] = locale === 'zh' ? ['。', ''] : ['.', ' ']
  const said = texts.filter((text): text is string => text !== undefined && text !== '')
  return said.map((text, at) => (at === said.length - 1 || ENDS.test(text) ? text : text + stop)).join(space)
}
