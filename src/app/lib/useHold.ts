import { useEffect } from 'react'
import { holdWork, type Work } from './unsaved.ts'

/** Says as long as it is so that a reload would disturb somebody here. */
export function useHold(work: Work, active: boolean): void {
  useEffect(() => (active ? holdWork(work) : undefined), [work, active])
}
