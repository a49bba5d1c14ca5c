import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../../lib/client.ts'
import { copyText } from '../../../lib/copyText.ts'
import { saveBlob } from '../../../lib/saveBlob.ts'
import { useHold } from '../../../lib/useHold.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import css from './Factors.module.css'

/** The recovery codes are shown only this once, so they are not closed unsaved without a question. */
export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const client = useClient()
  const { t } = useLingui()
  const [kept, setKept] = useState<'no' | 'saved' | 'copied' | 'refused'>('no')
  const unsaved = kept === 'no' || kept === 'refused'
  useHold('form', unsaved)
  const mayClose = async (): Promise<boolean> =>
    !unsaved ||
    confirm(client, {
      title: t`Close without saving the codes?`,
      text: t`They are never shown again. Without them and without your device you cannot sign in.`,
      confirmLabel: t`Close without saving`,
      danger: true,
    })
  const [, close] = useOnce(async () => {
    if (await mayClose()) onClose()
  })
  useBlocker({ shouldBlockFn: async () => !(await mayClose()), enableBeforeUnload: unsaved, disabled: !unsaved })
  const text = `${codes.join('\n')}\n`
  const save = (): void => {
    saveBlob('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))
    setKept('saved')
  }
  const [, copy] = useOnce(async () => setKept((await copyText(text)) ? 'copied' : 'refused'))
  return (
    <Dialog
      title={<Trans>Your recovery codes</Trans>}
      onClose={close}
      actions={
        <>
          <Button variant="line" onClick={() => copy()}>
            <Trans>Copy codes</Trans>
          </Button>
          <Button variant="line" onClick={save}>
            <Trans>Save as a file</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>I have kept them</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          Each lets you in once when your device is lost. They are shown only now: keep them where your device is not.
        </Trans>
      </p>
      <ol className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <output>
        {kept === 'saved' && <Trans>Saved. Look for recovery-codes.txt among your downloads.</Trans>}
        {kept === 'copied' && <Trans>Copied. Paste them where you keep your passwords.</Trans>}
        {kept === 'refused' && (
          <Trans>This browser does not let pages copy. Select the codes, or write them down.</Trans>
        )}
      </output>
    </Dialog>
  )
}
