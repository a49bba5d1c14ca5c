import { Trans } from '@lingui/react/macro'
import type { FilePicker } from '../../lib/useFilePicker.ts'

/** Says to a screen reader that the files of a field are on their way, and that they have arrived. */
export const UploadSaid = ({ files, preparing, isUp }: Pick<FilePicker, 'files' | 'preparing' | 'isUp'>) => (
  <output className="visually-hidden">
    {isUp ? (
      <Trans>Uploaded</Trans>
    ) : (
      (preparing || files.some(({ state }) => state === 'waiting' || state === 'sending')) && <Trans>Uploading…</Trans>
    )}
  </output>
)
