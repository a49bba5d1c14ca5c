import * as z from 'zod'
import { WorkingDays as schema } from '../../contract/calls/site.ts'
import { NO_CHANGES } from '../../domain/trade/working-days.ts'
import type { WorkingDays } from '../../domain/trade/working-days.ts'
import type { Db } from '../store/open.ts'
import { readSetting, SITE_SETTING } from '../store/settings.ts'

const Stored = z.object({ workingDays: schema.default({ off: [], working: [] }) })

/** The days that the operator added to the published table, as they are now. */
export async function addedDays(db: Pick<Db, 'select'>): Promise<WorkingDays> {
  const { value } = await readSetting(db, SITE_SETTING)
  return value === undefined ? NO_CHANGES : Stored.parse(value).workingDays
}
