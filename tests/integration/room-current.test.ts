import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { instant } from '../../src/domain/units.ts'
import { quiet } from '../../src/server/logger.ts'
import { newSigningKey, signerOf } from '../../src/server/receipt.ts'
import { carrierOf } from '../../src/server/room/carried.ts'
import { randomSalt, sha256 } from '../../src/server/room/hashing.ts'
import { recordsOf } from '../../src/server/room/records.ts'
import { openRooms } from '../../src/server/room/rooms.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import type { Store } from '../../src/server/store/open.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import { makeWorld } from '../support/world.ts'

/** A store without notices, in a node whose clock is stopped: like a process paused just before the notice. */
const deaf = (store: Store): Store => ({ ...store, onAppend: () => () => undefined })
const never = { after: () => () => undefined, every: () => () => undefined }

function roomsOn(store: Store): RoomService {
  const signer = signerOf(newSigningKey(new Date(0)))
  const clock = { now: () => instant(Date.now()) }
  return openRooms({
    store,
    records: recordsOf(store.db, clock),
    clock,
    timers: never,
    newEpoch: randomUUID,
    nodeId: randomUUID(),
    logger: quiet,
    sealing: { sha256, salt: randomSalt },
    sign: (bodies) => signer.sign(bodies),
    carrier: carrierOf(signer.noticeKey),
  })
}

test('who asks another node for the current state sees what was acknowledged before, whether that node has heard of it or not', async () => {
  const store = await temporaryStore()
  const [first, second] = [roomsOn(store), roomsOn(deaf(store))]
  try {
    const [session] = await makeWorld(store, { bidders: 2, lots: 1 })
    await Promise.all([first.start(), second.start()])
    const { id } = session!
    const before = await second.state(id)
    const verdict = await first.give(
      id,
      { type: 'start', lots: null, biddingSeconds: null },
      { actor: 'host', account: session!.host.account },
    )
    expect(verdict.verdict).toBe('accepted')
    expect((await second.state(id))?.seq).toBe(before?.seq)
    expect((await second.current(id))?.seq).toBe(verdict.seq)
  } finally {
    await Promise.all([first.stop(), second.stop()])
    await store.close()
  }
})
