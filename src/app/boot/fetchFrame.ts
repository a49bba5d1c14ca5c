import type { Client } from '../../client/client.ts'
import { FooterParts } from '../features/shell/Footer.tsx'
import { MobileMenu } from '../features/shell/Header.tsx'
import { AllHosts, Tray } from '../features/shell/Hosts.tsx'
import { OutsideMenuLink } from '../features/shell/TopMenu.tsx'
import { StaleNote } from '../ui/read/ReadAge.tsx'

const FRAME = [FooterParts, MobileMenu, OutsideMenuLink, AllHosts, Tray, StaleNote] as const

/** Fetches the parts one by one: each takes a task of its own, and none delays the reader's requests. */
export async function fetchFrame(client: Client): Promise<void> {
  for (const part of FRAME) await part.fetch(client)
}
