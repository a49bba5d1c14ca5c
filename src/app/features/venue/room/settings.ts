import type { Client } from '../../../../client/client.ts'
import { createStore, type Readable } from '../../../../client/room/store.ts'

/** The person's settings of the room, on this device; signing out clears them. */
export interface RoomSettings {
  /** A press sends the price of now, also one that has just changed (LAW.md, B11). */
  readonly follows: boolean
  /** What is announced: all, what concerns the person's own lots, or only the answers to the person's own acts. */
  readonly hears: (typeof HEARS)[number]
  /** News that ask for an act have a sound. */
  readonly sounds: boolean
  /** And the device vibrates with them, if it can. */
  readonly shakes: boolean
}

export const HEARS = ['all', 'mine', 'nothing'] as const
const KEY = 'room-setting'

interface SettingsStore extends Readable<RoomSettings> {
  readonly choose: (choice: Partial<RoomSettings>) => void
}

export const roomSettingsOf = (client: Client): SettingsStore => client.part(createSettings)

function createSettings({ ports: { storage } }: Client): SettingsStore {
  const { get, set, subscribe } = createStore(parseRoomSettings(storage.getItem(KEY)))
  return {
    get,
    subscribe,
    choose: (choice) => {
      set({ ...get(), ...choice })
      storage.setItem(KEY, JSON.stringify(get()))
    },
  }
}

/** The stored settings; any invalid value counts as not chosen. */
export function parseRoomSettings(text: string | null): RoomSettings {
  const kept = new Map(Object.entries(parsed(text)))
  return {
    follows: kept.get('follows') === true,
    hears: HEARS.find((one) => one === kept.get('hears')) ?? 'all',
    // Others in the room hear a sound; a vibration is felt by who holds the device.
    sounds: kept.get('sounds') === true,
    shakes: kept.get('shakes') !== false,
  }
}

function parsed(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
