import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Queries } from '../client.ts'
import { saleQuery } from './saleQuery.ts'
import { nodeClient } from '../../../../tests/support/client.tsx'

const asked: string[] = []
let answer: object
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', ({ url }: Request) => {
    asked.push(new URL(url).pathname)
    return Promise.resolve(Response.json(answer))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const fetched = () => new Queries(nodeClient()).fetchQuery({ ...saleQuery('t2'), retry: false })

it('asks once, for the one sale', async () => {
  answer = {
    code: 200,
    msg: '',
    data: { name: 'Spring', timelines: [{ scheduleTimelineId: 't1' }, { scheduleTimelineId: 't2' }] },
  }
  expect(await fetched()).toMatchObject({ schedule: { name: 'Spring' }, timeline: { scheduleTimelineId: 't2' } })
  expect(asked).toEqual(['/prod-api/auction/scheduleTimeline/t2'])
})
it('is null where there is no such sale, so that its page says so', async () => {
  answer = { code: 404, msg: '', reason: 'resource.not_found' }
  expect(await fetched()).toBeNull()
})
it('is no answer where the server has none to give', async () => {
  answer = { code: 503, msg: '', reason: 'system.unavailable' }
  await expect(fetched()).rejects.toMatchObject({ code: 503 })
})
