import { expect, test } from 'vitest'
import { nodeClient } from '../../../../../tests/support/client.tsx'
import { withoutBrowser } from '../../../../client/ports/memory.ts'
import { clearStorage } from '../../../../client/session/record.ts'
import { parseRoomSettings, roomSettingsOf } from './settings.ts'

const OFF = { follows: false, hears: 'all', sounds: false, shakes: true }

test.each([null, '', '7', '{"follows":1,"hears":"some"}', 'null'])('%s: the price is not followed', (text) => {
  expect(parseRoomSettings(text)).toEqual(OFF)
})

test('they are kept on the device, and cleared with the rest when the person signs out', () => {
  const { storage } = withoutBrowser()
  roomSettingsOf(nodeClient({ storage })).choose({ follows: true })
  expect(roomSettingsOf(nodeClient({ storage })).get()).toEqual({ ...OFF, follows: true })
  clearStorage(storage)
  expect(roomSettingsOf(nodeClient({ storage })).get()).toEqual(OFF)
})
