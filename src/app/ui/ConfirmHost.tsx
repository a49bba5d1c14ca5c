import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type MouseEvent } from 'react'
import { useStore } from '../lib/useStore.ts'
import { Button } from './Button.tsx'
import { questionOf, type Asked as AskedQuestion } from './confirm.ts'
import { Dialog } from './Dialog.tsx'
import { useClient } from '../lib/client.ts'
import { CHANGED, CHANGED_WHY, boundBy, isAsWritten, shows } from './shown.ts'

export function ConfirmHost() {
  const client = useClient()
  const question = useStore(questionOf(client))
  return question && <Asked key={question.text} question={question} />
}

function Asked({ question }: { readonly question: AskedQuestion }) {
  const { i18n } = useLingui()
  const [isChanged, setChanged] = useState(false)
  const press = ({ currentTarget }: MouseEvent): void =>
    isAsWritten(boundBy(currentTarget)) ? question.answer(true) : setChanged(true)
  const { title, text, confirmLabel, danger = false, reading, answer } = question
  return (
    <Dialog
      title={title === undefined ? <Trans>System notice</Trans> : <span {...shows(title)}>{title}</span>}
      onClose={() => answer(false)}
      actions={
        <>
          <Button variant="line" onClick={() => answer(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant={danger ? 'danger' : 'fill'} onClick={press}>
            {confirmLabel ?? <Trans>Confirm</Trans>}
          </Button>
        </>
      }
    >
      <p key={text} {...shows(text)}>
        {text}
      </p>
      {isChanged && (
        <p role="alert">
          {i18n._(CHANGED)} {i18n._(CHANGED_WHY)}
        </p>
      )}
      {reading && (
        <p>
          <a href={reading.href} target="_blank" rel="noopener">
            {reading.name}
          </a>
        </p>
      )}
    </Dialog>
  )
}
