import { Trans } from '@lingui/react/macro'
import { saveBlob } from '../../../lib/saveBlob.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import css from './Factors.module.css'

/** The recovery codes are shown only this once. */
export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const save = (): void => saveBlob('recovery-codes.txt', new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  return (
    <Dialog
      title={<Trans>Your recovery codes</Trans>}
      onClose={onClose}
      actions={
        <>
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
    </Dialog>
  )
}
