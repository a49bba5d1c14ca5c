import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { minor } from '../../../domain/units.ts'
import { chineseClient } from '../../../../tests/support/client.tsx'
import { settled } from '../../../../tests/support/fake-time.ts'
import { published, running, type Sale } from '../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../tests/support/venue.tsx'
import { Queries } from '../../lib/client.ts'
import { ToastHost } from '../../ui/ToastHost.tsx'
import { CeilingBody, CeilingDialog } from './buyer/CeilingDialog.tsx'
import { AdjustDialog } from './host/AdjustDialog.tsx'
import { ClerkDialog } from './host/ClerkDialog.tsx'
import { ReasonDialog } from './host/ReasonDialog.tsx'
import { StageControls } from './host/StageControls.tsx'
import { RoundDialog } from './host/RoundDialog.tsx'
import { OfferDialog } from './negotiate/OfferDialog.tsx'
import { useLot, VenueProvider, type Seat } from './room/RoomContext.ts'
import { AdjustForm } from './seller/AdjustForm.tsx'
import { SellerLot } from './seller/SellerLot.tsx'
import { MessageBox } from './talk/MessageBox.tsx'

// A button of the room that cannot act yet is pressable: the press sends nothing, says what is missing, and the focus
// goes to the field.

const ME = 17
const sent = vi.fn(() => new Promise<never>(() => {}))
let fake: FakeVenue | undefined

afterEach(() => {
  cleanup()
  fake?.room.stop()
  sent.mockClear()
})

const HOST = { identity: 3, number: null } as const
const SELLER = { identity: 2, number: null, seller: 'S1' } as const
const BUYER = { identity: 1, number: ME } as const

async function show(element: ReactElement, sale: Sale, seat: Partial<Seat>): Promise<void> {
  const client = await chineseClient('venue')
  const commands = {
    start: sent,
    addRound: sent,
    adjustStage: sent,
    adjustLot: sent,
    say: sent,
    setCeiling: () => sent,
    clerkBid: () => sent,
    offer: () => sent,
  }
  fake = new FakeVenue(client, sale, ME, commands)
  await fake.enter()
  const { venue, wrapper: Wrapper } = fake
  const queries = new Queries(client, { defaultOptions: { queries: { enabled: false } } })
  render(
    <Wrapper>
      <QueryClientProvider client={queries}>
        <VenueProvider value={{ ...venue, seat: { ...venue.seat, ...seat } }}>{element}</VenueProvider>
      </QueryClientProvider>
    </Wrapper>,
  )
}

const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await settled()
  })
const type = (label: string | RegExp, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const close = (): void => {}
const loseLink = () => act(async () => fake?.net.last.end(1006))

function InLot({ children }: { readonly children: (lot: NonNullable<ReturnType<typeof useLot>>) => ReactElement }) {
  const lot = useLot('L1')
  return lot && children(lot)
}

/** What is said, at the field that has the focus; nothing was sent. */
function expectRefusal(words: string | RegExp): void {
  const said = screen.getByText(words)
  expect(sent).not.toHaveBeenCalled()
  const place = document.activeElement
  expect(place?.tagName).toBe('INPUT')
  expect(
    place?.getAttribute('aria-describedby') ?? place?.closest('fieldset')?.getAttribute('aria-describedby'),
  ).toContain(said.closest('p')?.id)
}

describe('a press that cannot act says what is missing', () => {
  test('a round without a lot, then without a time', async () => {
    await show(<RoundDialog first onClose={close} />, published(), HOST)
    await press('全不选')
    await press(/^开放 0/)
    expectRefusal('请先选择标的。')
    await press('全选')
    await type('竞价时长（秒）', '')
    await press(/^开放 3/)
    expectRefusal(/必填。$/)
  })

  test('the minutes of a stage', async () => {
    await show(<AdjustDialog onClose={close} />, running(), HOST)
    await type(/分钟/, '')
    await press('确定时间')
    expectRefusal(/必填。$/)
    await press('进入洽谈')
    expect(screen.getByText('仍有标的在竞价中')).toBeTruthy()
    expect(sent).not.toHaveBeenCalled()
  })

  test('the reason of an act', async () => {
    const command = () => sent()
    await show(
      <ReasonDialog title="?" text="" confirmLabel="OK" working="OK…" command={command} onClose={close} />,
      running(),
      HOST,
    )
    await press('OK')
    expectRefusal(/必填。$/)
  })

  test('a message to the room', async () => {
    await show(<MessageBox />, running(), BUYER)
    await press('发送')
    expectRefusal('请先输入发言内容。')
  })

  test('a ceiling', async () => {
    await show(
      <InLot>
        {(lot) => (
          <CeilingDialog lot={lot} onClose={close}>
            <CeilingBody lot={lot} me={ME} />
          </CeilingDialog>
        )}
      </InLot>,
      running(),
      BUYER,
    )
    await press('设置最高限价')
    expectRefusal(/必填。$/)
  })

  test('a caller’s number and PIN', async () => {
    await show(<InLot>{(lot) => <ClerkDialog lot={lot} onClose={close} />}</InLot>, running(), HOST)
    await press('代为出价')
    expectRefusal(/必填。$/)
    expect(screen.getByText('准入口令为六位数字。')).toBeTruthy()
  })

  test('an adjustment that changes nothing, then one without a delivery date', async () => {
    await show(<InLot>{(lot) => <AdjustForm lot={lot} />}</InLot>, published(), SELLER)
    await press('提交调整')
    expectRefusal('请先修改起拍价或交货日期。')
    await type('交货日期', '')
    await press('提交调整')
    expectRefusal('请选择交货日期')
  })

  test('another seller’s lot', async () => {
    await show(<SellerLot id="L1" />, published(), { ...SELLER, seller: 'S2' })
    expect(screen.getByText(/^只能修改自己的标的/)).toBeTruthy()
  })

  test('a counter-offer outside the band names its ends', async () => {
    await show(<InLot>{(lot) => <OfferDialog lot={lot} answers={null} onClose={close} />}</InLot>, running(), SELLER)
    await type('单价', String(minor(300_000) / 100))
    await press('提交还价')
    expectRefusal('须在 ¥1,800.00 至 ¥2,200.00 之间。')
  })

  test('without the link: the press says so on the page', async () => {
    await show(
      <>
        <StageControls />
        <ToastHost />
      </>,
      running(),
      HOST,
    )
    await loseLink()
    await press('临时关闭')
    expect(sent).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText('离线：未发送')).toBeTruthy()
  })

  test('without the link: the press says so in a dialog, which covers the page’s notices', async () => {
    await show(<InLot>{(lot) => <OfferDialog lot={lot} answers={null} onClose={close} />}</InLot>, running(), BUYER)
    await loseLink()
    await press('提交还价')
    expect(sent).not.toHaveBeenCalled()
    expect(within(screen.getByRole('dialog')).getByText(/离线：未发送/)).toBeTruthy()
  })
})
