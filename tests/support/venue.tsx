import type { Client } from '../../src/client/client.ts'
import { InClient } from './client.tsx'
import type { ReactNode } from 'react'
import * as z from 'zod'
import { WireEvent } from '../../src/contract/events.ts'
import { WireState } from '../../src/contract/snapshot.ts'
import type { Payload, SessionEvent } from '../../src/domain/events.ts'
import { instant } from '../../src/domain/units.ts'
import { redactState, type Viewer } from '../../src/domain/redact.ts'
import { commandsOf } from '../../src/client/room/commands.ts'
import { VenueProvider, type Seat, type Venue } from '../../src/app/features/venue/room/RoomContext.ts'
import { keepNothing } from '../../src/client/room/keepNothing.ts'
import { createRoom, type Room } from '../../src/client/room/room.ts'
import { standingAfter, type StandingBids } from '../../src/client/room/standing.ts'
import { createStore } from '../../src/client/room/store.ts'
import { FakeNet } from './fake-sockets.ts'
import { FakeTime, settled } from './fake-time.ts'
import { EPOCH, T0, TIMELINE, type Sale } from './sale.ts'

/** A seat in a room whose network and clock the test controls. */
export class FakeVenue {
  readonly client: Client
  readonly time = new FakeTime()
  readonly net = new FakeNet(this.time)
  readonly sale: Sale
  readonly seat: Seat
  readonly room: Room
  readonly venue: Venue
  private readonly ticks = new Set<() => void>()
  private keys = 0
  private whispered = 0

  /** `commands`: answers in the server's place. `skewMs`: how far the device's clock is ahead of the server's. */
  constructor(client: Client, sale: Sale, number: number, commands: Partial<Venue['commands']>, skewMs = 0) {
    this.client = client
    this.sale = sale
    this.seat = {
      scheduleTimelineId: TIMELINE,
      identity: 1,
      number,
      formerNumber: null,
      seller: null,
      operates: false,
      account: 'buyer',
    }
    this.room = createRoom({
      link: () => this.net.ports(),
      wallNow: () => T0 + this.time.now + skewMs,
      askVerdict: () => new Promise(() => {}),
      newKey: () => `key-${(this.keys += 1)}`,
      history: () => new Promise(() => {}),
      ...keepNothing,
      onHide: () => () => {},
      token: () => {},
      verdict: () => {},
    })
    const standing = createStore<StandingBids>({})
    this.room.onEvents((events) => standing.set(standingAfter(standing.get(), events, number)))
    this.venue = {
      seat: this.seat,
      room: this.room,
      standing,
      commands: {
        ...commandsOf(
          TIMELINE,
          () => new Promise(() => {}),
          () => {},
        ),
        ...commands,
      },
      receipts: createStore([]),
      fetchReceipts: async () => {},
      missing: createStore({ lost: [], denied: [] }),
      ticker: {
        subscribe: (listener) => {
          this.ticks.add(listener)
          return () => this.ticks.delete(listener)
        },
      },
      leave: () => {},
    }
  }

  async enter(): Promise<void> {
    this.room.start()
    await settled()
    this.net.last.open()
    this.net.last.frame({
      sendType: '2',
      recovered: false,
      epoch: EPOCH,
      seq: this.sale.state.seq,
      now: this.now,
      snapshot: z.encode(WireState, State.parse(redactState(this.sale.state, this.viewer))),
    })
  }

  /** The ticker's next turn. */
  tick(): void {
    this.ticks.forEach((listener) => listener())
  }

  /** Delivers events from the room. */
  tell(...events: readonly SessionEvent[]): void {
    this.net.last.frame({
      sendType: '3',
      mark: '0123abcd',
      events: events.map((event) => z.encode(WireEvent, Event.parse(event))),
    })
  }

  /** Delivers an event that is this viewer's secret: it has the number of the event before it. */
  whisper(payload: Payload): void {
    this.whispered += 1
    const event: SessionEvent = { ...payload, seq: this.sale.state.seq, at: instant(T0 + this.time.now), actor: 'room' }
    this.net.last.frame({
      sendType: '3',
      mark: '0123abcd',
      privy: this.whispered,
      events: [z.encode(WireEvent, Event.parse(event))],
    })
  }

  readonly wrapper = ({ children }: { readonly children: ReactNode }) => (
    <InClient client={this.client}>
      <VenueProvider value={this.venue}>{children}</VenueProvider>
    </InClient>
  )

  private get viewer(): Viewer {
    return { identity: 'buyer', number: this.seat.number ?? 0 }
  }
  private get now(): string {
    return new Date(T0 + this.time.now).toISOString()
  }
}

/** The domain's values are read-only, the codecs' are not; the codec checks the content. */
const Event = z.custom<z.output<typeof WireEvent>>()
const State = z.custom<z.output<typeof WireState>>()
