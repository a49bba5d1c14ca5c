import { forgetOldDrafts } from '../storage/draftPorts.ts'
import { forgetOld } from '../storage/remembered.ts'
import { register } from './register.ts'

/** What is old goes, and what reading without a network takes comes. */
export async function settle(): Promise<void> {
  await Promise.allSettled([forgetOld(Date.now()), forgetOldDrafts()])
  if ('serviceWorker' in navigator) await register()
}
