import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReactNode } from 'react'
import { InClient, pageClient } from '../../../tests/support/client.tsx'
import { Picture } from './Picture.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const client = pageClient()
const Page = ({ children }: { readonly children: ReactNode }) => <InClient client={client}>{children}</InClient>
const img = () => screen.queryByRole('img')
const later = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

describe('a picture that does not come', () => {
  it('is asked for again, further and further apart, and is named all the while', () => {
    render(<Picture src="/common/pictures/a.avif" alt="Beech" />, { wrapper: Page })
    for (const ms of [2_000, 6_000, 18_000]) {
      fireEvent.error(img() ?? document.body)
      expect(img()).toBeNull()
      expect(screen.getByText('Beech')).toBeTruthy()
      later(ms - 1)
      expect(img()).toBeNull()
      later(1)
      expect(img()?.getAttribute('src')).toBe('/prod-api/common/pictures/a.avif')
    }
    fireEvent.error(img() ?? document.body)
    later(600_000)
    expect(img()).toBeNull()
    expect(screen.getByText('Beech')).toBeTruthy()
  })

  it('has nothing to do with the next one', () => {
    const { rerender } = render(<Picture src="/common/pictures/a.avif" alt="Beech" />, { wrapper: Page })
    fireEvent.error(img() ?? document.body)
    rerender(<Picture src="/common/pictures/b.avif" alt="Oak" />)
    expect(img()?.getAttribute('src')).toBe('/prod-api/common/pictures/b.avif')
    later(2_000)
    expect(img()?.getAttribute('src')).toBe('/prod-api/common/pictures/b.avif')
  })
})
