import { useQuery, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import type { PublishedKey } from '../../../client/room/verify.ts'
import { clientOf } from '../../lib/client.ts'

const STORED = 'venue-receipt-keys'
const Keys = z.array(z.object({ keyId: z.string(), publicKey: z.string() }))

/** The installation's public keys: fetched online, read from the device offline. They are not secret. */
export function useReceiptKeys(): readonly PublishedKey[] | null {
  const { data } = useQuery({
    queryKey: ['venue', 'receiptKeys'],
    queryFn: fetchKeys,
    staleTime: 600_000,
    initialData: stored,
    initialDataUpdatedAt: 0,
  })
  return data ?? null
}

interface Asked {
  readonly client: QueryClient
  readonly signal: AbortSignal
}

async function fetchKeys({ client, signal }: Asked): Promise<PublishedKey[]> {
  const { rows } = await clientOf(client).calls.send('receiptKeys', {}, { signal })
  localStorage.setItem(STORED, JSON.stringify(rows))
  return rows
}

function stored(): PublishedKey[] | undefined {
  const text = localStorage.getItem(STORED)
  if (text === null) return undefined
  const read = Keys.safeParse(JSON.parse(text))
  return read.success ? read.data : undefined
}
