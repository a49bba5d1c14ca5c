import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Meter } from './Meter.tsx'
import css from './Lobby.module.css'
import { useDelays } from './useDelays.ts'

const GOOD_MS = 300
const FAIR_MS = 800

interface Props {
  readonly frame: (verdict: 'good' | 'warn' | 'calm', title: ReactNode, text: ReactNode) => ReactNode
}

/** Tests the link: the room's response time, measured on the connection that carries the bids. */
export function LinkTest({ frame }: Props) {
  const delays = useDelays()
  const last = delays.at(-1)
  if (last === undefined) return frame('calm', <Trans>Measuring the link…</Trans>, null)
  const worst = Math.max(...delays)
  const text = (
    <>
      {delays.length > 1 ? (
        <>
          <p>
            <Trans>
              Answers within {Math.round(last)} ms; slowest of the last {delays.length}: {Math.round(worst)} ms.
            </Trans>
          </p>
          <Meter delays={delays} />
        </>
      ) : (
        <p>
          <Trans>Answers within {Math.round(last)} ms.</Trans>
        </p>
      )}
    </>
  )
  if (worst <= GOOD_MS) return frame('good', <Trans>The connection is good</Trans>, text)
  if (worst <= FAIR_MS) return frame('good', <Trans>The connection is fair</Trans>, text)
  return frame(
    'warn',
    <Trans>The connection is weak</Trans>,
    <>
      {text}
      <p className={css.advice}>
        <Trans>Set a ceiling for when the link is lost: the room then bids for you up to it.</Trans>
      </p>
    </>,
  )
}
