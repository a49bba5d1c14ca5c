import { Settings } from '../../../contract/calls/site.ts'
import type { AccountId } from '../../../domain/lot.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Clock } from '../../ports.ts'
import type { Db } from '../../store/open.ts'
import { readSetting, SITE_SETTING, writeSetting } from '../../store/settings.ts'
import { DEFAULT_SETTINGS, type SiteSettings } from './default-settings.ts'

type VersionedSettings = SiteSettings & { readonly version: number }

/** The operator's settings of the site. */
export interface Site {
  read(): Promise<VersionedSettings>
  /** `from`: the version from which the change began, if it says so. False: another change came first. */
  change(
    to: SiteSettings,
    change: { readonly from: number | null; readonly by: AccountId; readonly at: Instant },
  ): Promise<boolean>
  /**
   * Origins that may be framed, as this node last read them; refreshed in the background, since other nodes change them
   * too.
   */
  frames(): readonly string[]
}

const FRESH_MS = 5_000

export function openSite(db: Db, clock: Clock, onError: (error: unknown) => void): Site {
  let frames: readonly string[] = DEFAULT_SETTINGS.frames
  let readAt: Instant | null = null
  const learn = <S extends SiteSettings>(settings: S): S => {
    frames = settings.frames
    readAt = clock.now()
    return settings
  }
  const read = async (): Promise<VersionedSettings> => {
    const { value, version } = await readSetting(db, SITE_SETTING)
    // A setting that the stored value lacks gets its default.
    return learn({ ...Settings.parse({ ...DEFAULT_SETTINGS, ...(typeof value === 'object' && value) }), version })
  }

  return {
    read,
    async change(value, { from, by, at }) {
      if ((await writeSetting(db, SITE_SETTING, { value, from, by, at })) === null) return false
      learn(value)
      return true
    },
    frames() {
      if (readAt === null || clock.now() - readAt > FRESH_MS) {
        readAt = clock.now()
        read().catch(onError)
      }
      return frames
    },
  }
}
