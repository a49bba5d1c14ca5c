import type { Client } from '../../../../client/client.ts'
import type { Signal } from '../news.ts'
import { roomSettingsOf } from './settings.ts'

/** Pitches in Hz, each for `NOTE_S` seconds; and times of vibration and rest, ms. */
const SIGNALS: Readonly<Record<Signal, { readonly notes: readonly number[]; readonly pulse: readonly number[] }>> = {
  'lead lost': { notes: [660, 440, 440], pulse: [160, 80, 160] },
  accepted: { notes: [520, 780], pulse: [60] },
  attention: { notes: [330, 0, 330], pulse: [240] },
  time: { notes: [880], pulse: [40] },
  opened: { notes: [520, 0, 520], pulse: [60, 60, 60] },
  stopped: { notes: [440, 330, 220], pulse: [400] },
  won: { notes: [520, 660, 780, 1040], pulse: [80, 60, 80, 60, 240] },
}
const NOTE_S = 0.12
const LOUDNESS = 0.15
/** Signals that come together are one: the first. */
const APART_MS = 300

export interface Signals {
  /** Whether this device can vibrate. */
  readonly vibrates: boolean
  readonly give: (signal: Signal) => void
}

export const signalsOf = (client: Client): Signals => client.part(createSignals)

/** Sound and vibration, as far as the person has chosen them for this device. */
function createSignals(client: Client): Signals {
  const { clock } = client.ports
  const settings = roomSettingsOf(client)
  const vibrates = typeof navigator !== 'undefined' && 'vibrate' in navigator
  let audio: AudioContext | null = null
  let last = Number.NEGATIVE_INFINITY
  const play = (notes: readonly number[]): void => {
    audio ??= new AudioContext()
    // Until the person has touched the page, browsers let it make no sound.
    void audio.resume().catch(() => undefined)
    const from = audio.currentTime
    for (const [nth, pitch] of notes.entries()) if (pitch > 0) tone(audio, pitch, from + nth * NOTE_S)
  }
  return {
    vibrates,
    give: (signal) => {
      const now = clock.monotonic()
      if (now - last < APART_MS) return
      last = now
      const { notes, pulse } = SIGNALS[signal]
      const { sounds, shakes } = settings.get()
      if (sounds && typeof AudioContext !== 'undefined') play(notes)
      if (shakes && vibrates && navigator.userActivation.hasBeenActive) navigator.vibrate([...pulse])
    },
  }
}

/** One note, faded in and out, since a cut one clicks. */
function tone(audio: AudioContext, pitch: number, at: number): void {
  const [note, loudness] = [audio.createOscillator(), audio.createGain()]
  note.frequency.value = pitch
  loudness.gain.setValueAtTime(0, at)
  loudness.gain.linearRampToValueAtTime(LOUDNESS, at + NOTE_S / 8)
  loudness.gain.linearRampToValueAtTime(0, at + NOTE_S)
  note.connect(loudness).connect(audio.destination)
  note.start(at)
  note.stop(at + NOTE_S)
}
