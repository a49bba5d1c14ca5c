import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Client } from '../../../client/client.ts'
import { useClient } from '../../lib/client.ts'
import { wholeLocale } from '../../lib/i18n/index.ts'
import type { Entry } from '../../lib/sale/index.ts'
import { fetchPart } from '../../boot/pwa/missingPart.ts'

/** The code of signing up and entering, with its texts: not of the home page's first files. */
export const fetchSignUp = async (client: Client) => {
  const [part] = await fetchPart(client, () => Promise.all([import('./signUp.ts'), wholeLocale(client)]))
  return part
}

/** Asks for confirmation, signs the company up, and shows its bidding number. */
export function useSignUp(entry: Entry): { readonly ask: () => void; readonly isPending: boolean } {
  const client = useClient()
  const queries = useQueryClient()
  const signUp = useMutation({
    mutationFn: async () => (await fetchSignUp(client)).signUp(client, queries, entry.timeline.scheduleTimelineId),
  })
  const question = useMutation({
    mutationFn: async () => (await fetchSignUp(client)).confirmSignUp(client, entry),
    onSuccess: (yes) => {
      if (yes) signUp.mutate()
    },
  })
  return { ask: () => question.mutate(), isPending: signUp.isPending }
}
