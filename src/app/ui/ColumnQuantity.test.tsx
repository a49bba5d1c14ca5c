import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chineseClient, InClient } from '../../../tests/support/client.tsx'
import { ColumnQuantity } from './ColumnQuantity.tsx'

afterEach(cleanup)

test('quantities of one unit show the same decimals in a column: as many as the longest needs', async () => {
  const rows = [
    { quantity: '32.450', unit: 'm3' },
    { quantity: '1200.000', unit: 'm3' },
    { quantity: '0.125', unit: 'tonne' },
    { quantity: '12', unit: 'piece' },
  ] as const
  render(
    <InClient client={await chineseClient()}>
      <ul>
        {rows.map((row) => (
          <li key={row.quantity}>
            <ColumnQuantity {...row} among={rows} />
          </li>
        ))}
      </ul>
    </InClient>,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.split(' ')[0])).toEqual([
    '32.45',
    '1,200.00',
    '0.125',
    '12',
  ])
})
