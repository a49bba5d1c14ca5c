import { useQuery, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import type { PublishedKey } from '../../../client/room/verify.ts'
import type { Client } from '../../../client/client.ts'
import { clientOf, useClient } from '../../lib/client.ts'

const STORED = 'venue-receipt-keys'
const Keys = z.array(z.object({ keyId: z.string(), publicKey: z.string() }))

/** The installation's public keys: fetched online, read from the device offline. They are not secret. */
export function useReceiptKeys(): readonly PublishedKey[] | null {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['venue', 'receiptKeys'],
    queryFn: fetchKeys,
    staleTime: 600_000,
    initialData: () => stored(client),
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
  clientOf(client).ports.storage.setItem(STORED, JSON.stringify(rows))
  return rows
}

function stored({ ports: { storage } }: Client): PublishedKey[] | undefined {
  try {
    return Keys.parse(JSON.parse(storage.getItem(STORED) ?? 'null'))
  } catch {
    return undefined
  }
}
