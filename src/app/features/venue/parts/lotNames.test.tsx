import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { running, TIMELINE } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { Queries } from '../../../lib/client.ts'
import { wholeCatalogue } from '../../../lib/sale/catalogue.ts'
import { LotBoard } from '../host/LotBoard.tsx'
import { useLot } from '../room/RoomContext.ts'
import type { LotText } from '../room/useCatalogue.ts'
import { LotFacts } from './LotFacts.tsx'
import { LotRow } from './LotRow.tsx'

const ME = 17
let fake: FakeVenue | undefined

// jsdom knows no media.
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  cleanup()
  fake?.room.stop()
  vi.unstubAllGlobals()
})

const TEXT: Partial<LotText> = {
  contractObjectId: 'L1',
  name: '加蓬绿柄桑方材',
  species: '绿柄桑',
  grade: 'FAS',
  specification: '50 × 200 × 3000 mm',
  origin: '喀麦隆',
  thumbnail: null,
  placeholder: null,
  watched: false,
} as Partial<LotText>

async function show(element: ReactElement, text = TEXT): Promise<void> {
  const client = await chineseClient('venue')
  fake = new FakeVenue(client, running(['L1']), ME, {})
  await fake.enter()
  const Wrapper = fake.wrapper
  const queries = new Queries(client, { defaultOptions: { queries: { enabled: false } } })
  queries.setQueryData(wholeCatalogue(TIMELINE).queryKey, [text as LotText])
  render(
    <Wrapper>
      <QueryClientProvider client={queries}>{element}</QueryClientProvider>
    </Wrapper>,
  )
}

const InHand = () => {
  const lot = useLot('L1')
  return lot && <LotFacts lot={lot} />
}

const SCREENS: readonly (readonly [string, ReactElement])[] = [
  ['a row of the room’s list', <LotRow key="row" id="L1" chosen={false} onChoose={() => {}} />],
  ['the lot in hand', <InHand key="facts" />],
  ['the host’s board', <LotBoard key="board" chosen={null} onChoose={() => {}} />],
]

test.each(SCREENS)('17 %s names the lot, and the species where the name lacks it', async (_where, element) => {
  await show(element)
  expect(document.body.textContent).toContain('加蓬绿柄桑方材')
  expect(document.body.textContent.match(/绿柄桑/g)).toHaveLength(1)
  expect(document.body.textContent).toContain('FAS')
  cleanup()
  fake?.room.stop()
  await show(element, { ...TEXT, name: '第一批方材' })
  expect(screen.getByText(/第一批方材/)).not.toBeNull()
  expect(document.body.textContent).toContain('绿柄桑')
})
