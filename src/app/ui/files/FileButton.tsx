import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import { useClient } from '../../lib/client.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { saveBlob } from '../../lib/saveBlob.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { Button, type ButtonLook } from '../Button.tsx'
import { Icon, type IconName } from '../Icon.tsx'
import { notifyError } from '../notifyError.ts'
import { notify } from '../toast.ts'
import { download, isKept, type Wanted } from './download.ts'

interface Props extends Wanted, Pick<ButtonLook, 'size' | 'variant'> {
  readonly icon?: IconName
  readonly children?: ReactNode
}

/** Downloads a file from the server and stores it on the device, so that it opens offline too. */
export function FileButton({
  path,
  name,
  stamp = null,
  keep = true,
  size,
  variant = 'line',
  icon = 'doc',
  children,
}: Props) {
  const client = useClient()
  const { t } = useLingui()
  const [kept, setKept] = useState(false)
  useEffect(() => {
    if (!keep) return
    let wanted = true
    void isKept(client, { path, stamp }).then((is) => wanted && setKept(is))
    return () => {
      wanted = false
    }
  }, [client, path, stamp, keep])
  const [busy, press] = useOnce(async () => {
    try {
      const { blob, from } = await download(client, { path, name, stamp, keep })
      saveBlob(name, blob)
      if (keep) setKept(true)
      if (from === null) return
      const when = formatMoment(from, client.locale)
      notify(client, { tone: 'warn', title: t`Offline: this is the copy of ${when} on this device.` })
    } catch (error) {
      notifyError(client, error)
    }
  })
  return (
    <Button
      variant={variant}
      {...(size && { size })}
      busy={busy}
      onClick={press}
      {...(kept && { title: t`On this device: opens offline.` })}
    >
      <Icon name={kept ? 'check' : icon} size={18} />
      {children ?? <Trans>Download PDF</Trans>}
    </Button>
  )
}
