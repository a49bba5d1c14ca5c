import { useEffect } from 'react'
import { holdWork, type Work } from './unsaved.ts'
import { useClient } from './client.ts'

/** While active, marks this page as having work that a reload would disturb. */
export function useHold(work: Work, active: boolean): void {
  const client = useClient()
  useEffect(() => (active ? holdWork(client, work) : undefined), [client, work, active])
}
