import { useEffect } from 'react'
import { useClient } from '../../../src/app/lib/client.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { confirm } from '../../../src/app/ui/confirm.ts'
import { ConfirmHost } from '../../../src/app/ui/ConfirmHost.tsx'
import { Dialog } from '../../../src/app/ui/Dialog.tsx'
import { ReasonDialog } from '../../../src/app/ui/ReasonDialog.tsx'
import { SecondFactorDialog } from '../../../src/app/ui/SecondFactorDialog.tsx'
import { useSay } from './samples.ts'

const nothing = (): void => undefined

/** A dialog lies above all else, so each is a page of its own: `?part=danger`. */
export function Dialogs({ part }: { readonly part: string }) {
  const say = useSay()
  return (
    <main data-ready="">
      {part === 'danger' ? (
        <Danger />
      ) : part === 'reason' ? (
        <ReasonDialog
          title={say('退回标的', 'Return the lot')}
          about={say('卖方会读到。', 'The seller reads it.')}
          samples={[say('缺少检尺单。', 'The measurement list is missing.')]}
          confirmLabel={say('退回', 'Return')}
          busy={false}
          onClose={nothing}
          onConfirm={nothing}
        />
      ) : part === 'second' ? (
        <SecondFactorDialog
          refusal={say(
            '第二重验证不正确。请核对验证码，或使用下一个。',
            'The second factor does not match. Check the code, or take the next one.',
          )}
          onAnswer={nothing}
        />
      ) : (
        <Dialog
          title={say('我的最高限价', 'My ceiling')}
          onClose={nothing}
          {...((part === 'bottom' || part === 'side') && { sheet: part === 'bottom' ? part : true })}
          actions={
            <>
              <Button variant="line">{say('取消', 'Cancel')}</Button>
              <Button>{say('保存', 'Save')}</Button>
            </>
          }
        >
          <p>{say('只有您看得到。', 'Only you see it.')}</p>
        </Dialog>
      )}
    </main>
  )
}

function Danger() {
  const client = useClient()
  const say = useSay()
  const text = say('该出价将作废，价格回到上一口。', 'The bid no longer counts; the price goes back.')
  const confirmLabel = say('作废该出价', 'Strike the bid')
  useEffect(() => void confirm(client, { text, confirmLabel, danger: true }), [client, text, confirmLabel])
  return <ConfirmHost />
}
