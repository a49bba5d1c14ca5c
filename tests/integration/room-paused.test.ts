import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ceilingSet, start } from '../../src/contract/calls/index.ts'
import { until } from '../support/until.ts'
import { venueOf } from '../support/world.ts'
import type { Member } from '../support/world.ts'
import { openCluster } from '../prove/parts/cluster.ts'
import { ExportedLog } from '../prove/parts/exported.ts'
import { Follower } from '../prove/parts/follower.ts'

const PAUSE_MS = 20_000

test(
  'M10: of two nodes one stands still for 20 s: no bidder who answers is judged lost, no mandate acts, and its buyers are back on the other meanwhile (mend 3)',
  { timeout: 240_000 },
  async ({ skip }) => {
    const cluster = await openCluster(2, { bidders: 6, lots: 1, rule: { biddingSeconds: 86_400 } })
    const { session, nodes } = cluster
    const [steady, paused] = nodes
    const lot = session.lots[0]?.id
    if (!steady || !paused || lot === undefined) throw new Error('two nodes and a lot')
    let standsStill = false
    const dialsSteady = new Set<Member>()
    const followers = session.bidders.map(
      (member, i) =>
        new Follower({
          session,
          member,
          url: () => {
            if (i % 2 === 1 && !standsStill) return paused.url
            dialsSteady.add(member)
            return steady.url
          },
          random: () => 0,
        }),
    )
    onTestFinished(async () => {
      process.kill(paused.pid, 'SIGCONT')
      await Promise.all(followers.map((follower) => follower.end()))
      await cluster.end()
    })
    const venueOfMember = (member: Member, i: number) => venueOf(i % 2 === 0 ? steady.url : paused.url, session, member)
    await Promise.all(followers.map((follower) => follower.reached(0)))
    await venueOf(steady.url, session, session.host).accepted(start, { biddingSeconds: 86_400 })
    for (const [i, member] of session.bidders.entries()) {
      const venue = venueOfMember(member, i)
      const [bidKey, notAfter] = [randomUUID(), new Date(Date.now() + 10_000).toISOString()]
      await venue.accepted(ceilingSet, { contractObjectId: lot, amount: '9000.00', mode: 'linkLoss', bidKey, notAfter })
      if (i === 0) expect((await venue.bid(lot, '1000.00')).verdict).toBe('accepted')
    }
    const machine = gapsOf(`${steady.url}/healthz`)
    // Longer than the 8 s of a link: every client has been judged and answers.
    await wait(9_000)

    process.kill(paused.pid, 'SIGSTOP')
    standsStill = true
    const since = performance.now()
    const theirs = followers.filter((_, i) => i % 2 === 1)
    const back = theirs.map(async (follower) => {
      // The dial itself: the gap between two links is shorter than the time between two looks at it.
      await until(() => dialsSteady.has(follower.member))
      await follower.reached(0)
    })
    await Promise.all(back)
    await wait(PAUSE_MS - (performance.now() - since))
    process.kill(paused.pid, 'SIGCONT')
    // The node's reports are 20 s old; then it has its time to judge by them.
    await wait(10_000)
    // Bidders that the machine kept from answering are lost, and rightly judged so: such a run shows nothing.
    const longest = await machine.end()
    if (longest > 4_000) skip(`questions and answers stood still for ${longest} ms`)

    const log = new ExportedLog()
    await log.readOn(venueOf(steady.url, session, session.host))
    const types = log.entries.map(({ event }) => event.type)
    // To the host ceilings are sealed, as a lost link would be.
    const ceilings = session.bidders.map(() => 'sealed')
    expect(types.slice(1 + types.indexOf('round.opened')).toSorted()).toEqual(['bid', ...ceilings])
    expect(followers.flatMap(({ faults }) => faults)).toEqual([])
  },
)

/** Asks again and again; `end` returns the longest time, in ms, without an answer: what the machine withholds from all here. */
function gapsOf(url: string): { readonly end: () => Promise<number> } {
  let isOver = false
  const asking = (async () => {
    let [last, longest] = [performance.now(), 0]
    while (!isOver) {
      await fetch(url).then((answer) => answer.text())
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
      await wait(100)
    }
    return Math.round(longest)
  })()
  return {
    end: () => {
      isOver = true
      return asking
    },
  }
}
