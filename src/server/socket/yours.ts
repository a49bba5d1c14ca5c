import { Yours } from '../../contract/live.ts'
import type { z } from 'zod'
import type { Verdict } from '../../contract/verdict.ts'
import type { Command } from '../../domain/commands.ts'
import type { Actor } from '../../domain/events.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { BiddingNumber, Lot } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Asking } from '../room/waiting.ts'
import { Frame } from './frame.ts'

type Mine = Omit<z.output<typeof Yours>, 'sendType'>

export const yoursFrame = (mine: Mine): Frame => new Frame(JSON.stringify(Yours.encode({ sendType: '5', ...mine })))

/** A viewer's actor in the log and in the message box; `null` for viewers who cannot speak. */
export function actorOf(viewer: Viewer): Actor | null {
  switch (viewer.identity) {
    case 'buyer':
      return `bidder:${viewer.number}`
    case 'seller':
      return `seller:${viewer.seller}`
    case 'host':
    case 'operator':
      return viewer.identity
    case 'audience':
    case 'room':
      return null
  }
}

export const verdictFrame = ({ command, keyed }: Asking, verdict: Verdict): Frame =>
  yoursFrame({ verdict: { ...verdict, bidKey: keyed?.bidKey ?? null, contractObjectId: lotOf(command) } })

const lotOf = (command: Command): string | null => ('lot' in command ? command.lot : null)

/** The company's ceilings, whole: lots that are absent have none. */
export function ceilingsOf(state: SessionState, number: BiddingNumber): NonNullable<Mine['ceilings']> {
  const lost = new Set(state.bidders[number]?.lost)
  return state.lotOrder.flatMap((id) => {
    const ceiling = state.lots.get(id)?.ceilings[number]
    if (ceiling === undefined) return []
    const { amount, mode, suspended } = ceiling
    return [
      { contractObjectId: id, amount, mode, armed: !suspended && (mode === 'standing' || lost.has(id)), suspended },
    ]
  })
}

/** The bidders whose list of ceilings changed. */
export function changedCeilings(before: SessionState, after: SessionState): ReadonlySet<BiddingNumber> {
  const changed = new Set<BiddingNumber>()
  if (before.lots !== after.lots) {
    for (const lot of after.lots.changedSince(before.lots)) addChanged(changed, before.lots.get(lot.lot), lot)
  }
  if (before.bidders !== after.bidders) {
    for (const bidder of Object.values(after.bidders))
      if (before.bidders[bidder.number]?.lost !== bidder.lost) changed.add(bidder.number)
  }
  return changed
}

function addChanged(changed: Set<BiddingNumber>, before: Lot | undefined, after: Lot): void {
  if (before?.ceilings === after.ceilings) return
  const numbers = new Set([...Object.keys(before?.ceilings ?? {}), ...Object.keys(after.ceilings)].map(Number))
  for (const number of numbers) if (before?.ceilings[number] !== after.ceilings[number]) changed.add(number)
}

export function isGagged({ speech }: SessionState, viewer: Viewer): boolean {
  const actor = actorOf(viewer)
  return viewer.identity === 'buyer' || viewer.identity === 'seller'
    ? !speech.allowed || (actor !== null && Object.hasOwn(speech.gagged, actor))
    : false
}
