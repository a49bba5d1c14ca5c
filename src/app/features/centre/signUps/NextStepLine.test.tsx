import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chineseClient, InClient } from '../../../../../tests/support/client.tsx'
import type { Entry, Part } from '../../../lib/sale/index.ts'
import { PartLine } from '../../../ui/sale/PartLine.tsx'
import { NextStepLine } from './NextStepLine.tsx'

afterEach(cleanup)

const entry: Entry = {
  schedule: { scheduleId: 's', name: 's', venue: '', practice: false, state: 5, timelines: [] },
  timeline: {
    scheduleTimelineId: 't',
    startTime: '2026-11-21T04:00:00.000Z',
    signUpDeadline: '2026-11-21T03:00:00.000Z',
    state: 5,
    stage: 'negotiation',
    lotCount: 3,
    soldCount: 0,
    unsoldCount: 3,
  },
}

async function read(part: Part): Promise<string> {
  const client = await chineseClient('people')
  const { container } = render(
    <InClient client={client}>
      <PartLine part={part} />
      <NextStepLine entry={entry} part={part} now={Date.parse('2026-11-22T04:00:00.000Z')} />
    </InClient>,
  )
  return container.textContent
}

test('after the sale a dismissed bidder reads that and why, and nothing of won lots or a sign-up', async () => {
  const text = await read({ kind: 'dismissed', number: 17, reason: '资料不全' })
  expect(text).toContain('已被取消本场竞买资格（竞买号 17）')
  expect(text).toContain('资料不全')
  expect(text).toContain('本场已结束')
  expect(text).not.toMatch(/报名|竞得|中标/)
})

test('after the sale a bidder who took part is led to the won lots', async () => {
  expect(await read({ kind: 'admitted', number: 17 })).toContain('本场已结束，成交的标的见')
})
