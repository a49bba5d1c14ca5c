import { useEffect } from 'react'
import { ClientProvider, useClient } from '../../../src/app/lib/client.ts'
import { Age } from '../../../src/app/ui/Age.tsx'
import { AnswerWait } from '../../../src/app/ui/AnswerWait.tsx'
import { DraftNotice } from '../../../src/app/ui/DraftNotice.tsx'
import { Empty, Failed } from '../../../src/app/ui/Empty.tsx'
import { EndGrain } from '../../../src/app/ui/EndGrain.tsx'
import { ItemActs } from '../../../src/app/ui/outbox/ItemActs.tsx'
import { ItemState } from '../../../src/app/ui/outbox/ItemState.tsx'
import { OutboxPicture } from '../../../src/app/ui/outbox/OutboxPicture.tsx'
import { PickError } from '../../../src/app/ui/outbox/PickError.tsx'
import { ProblemLine } from '../../../src/app/ui/ProblemLine.tsx'
import { ReadAge, ReadProblem } from '../../../src/app/ui/read/index.ts'
import { StaleNote } from '../../../src/app/ui/read/StaleNote.tsx'
import { Skeleton, SkeletonLine } from '../../../src/app/ui/Skeleton.tsx'
import { notify } from '../../../src/app/ui/toast.ts'
import { ToastHost } from '../../../src/app/ui/ToastHost.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { NetworkError } from '../../../src/client/calls/index.ts'
import type { Client } from '../../../src/client/client.ts'
import { draft, file, MINUTE, NOW, useSay } from './samples.ts'
import { Box, Grid, Row } from './Box.tsx'
import css from './Sheet.module.css'

const nothing = (): void => undefined
const KINDS = ['error', 'warning', 'notification'] as const
const read = (error: Error | null) => ({
  error,
  isFetching: false,
  dataUpdatedAt: NOW - 5 * MINUTE,
  refetch: () => Promise.resolve(),
})

/** The same client long after each press: its timers run at once. */
const patient = (client: Client): Client => ({
  ...client,
  ports: {
    ...client.ports,
    clock: {
      ...client.ports.clock,
      after: (_ms, run) => {
        run()
        return () => undefined
      },
    },
  },
})

export function Notes({ offline }: { readonly offline: Client }) {
  const say = useSay()
  const waited = patient(useClient())
  const title = say('标的已撤回。', 'The lot was withdrawn.')
  const problem = (kind: (typeof KINDS)[number]) => ({ kind, tone: 'bad' as const, title, text: 'VE-2031' })
  return (
    <>
      <Box name="Note">
        <Grid>
          <DraftNotice draft={draft({ notice: { kind: 'restored', at: NOW - 9 * MINUTE } })} />
          <DraftNotice draft={draft({ notice: { kind: 'elsewhere', at: NOW - 9 * MINUTE } })} />
          <DraftNotice draft={draft({ old: { at: NOW, newer: true, entries: [] } })} />
          <DraftNotice
            draft={draft({ old: { at: NOW, newer: false, entries: [['bank', say('工商银行', 'ICBC')]] } })}
          />
          <DraftNotice draft={draft({ trouble: 'full' })} />
          {KINDS.map((kind) => (
            <ProblemLine key={kind} problem={problem(kind)} />
          ))}
          <ClientProvider value={waited}>
            <AnswerWait below busy working="" />
          </ClientProvider>
          <ClientProvider value={offline}>
            <AnswerWait below busy working="" />
          </ClientProvider>
        </Grid>
        <Row>
          <Age at={NOW - 2 * MINUTE} />
          <Age at={NOW - 5 * MINUTE} />
          <ReadAge read={read(null)} />
          <StaleNote read={read(new Error('answer'))} />
          <ClientProvider value={offline}>
            <Age at={NOW} />
          </ClientProvider>
        </Row>
      </Box>
      <Box name="Empty">
        <Grid>
          <Empty title={say('暂无票证。', 'No ticket yet.')} action={<Button>{say('查看场次', 'View sales')}</Button>}>
            {say('成交后会出现在这里。', 'Deals appear here.')}
          </Empty>
          {KINDS.map((kind) => (
            <Failed key={kind} problem={problem(kind)} />
          ))}
          <ReadProblem read={read(new NetworkError())} />
          <EndGrain size={96} />
        </Grid>
      </Box>
      <Box name="Skeleton · Outbox · Toast">
        <Grid>
          <Skeleton>
            <SkeletonLine width="70%" height="1.4rem" />
            <SkeletonLine block />
          </Skeleton>
          {(['reading', 'waiting', 'up', 'refused'] as const).map((state) => (
            <ItemState key={state} item={file({ state })} needsSignIn={false} />
          ))}
          <ItemState item={file({ state: 'sending', offset: 1_000_000 })} needsSignIn={false} />
          <ItemState item={file({ error: { kind: 'link' } })} needsSignIn={false} />
          <ItemState item={file({})} needsSignIn />
          <OutboxPicture item={file({ state: 'reading' })} />
          <PickError error={new Error('unreadable')} />
          <Row>
            <ItemActs item={file({ state: 'refused' })} onRetry={nothing} onCancel={nothing} />
          </Row>
        </Grid>
        <div className={css.window}>
          <Toasts title={title} />
        </div>
      </Box>
    </>
  )
}

function Toasts({ title }: { readonly title: string }) {
  const client = useClient()
  useEffect(() => {
    for (const tone of ['good', 'warn', 'calm'] as const) notify(client, { tone, title, key: tone, shownMs: null })
    notify(client, { tone: 'bad', kind: 'error', title, text: 'VE-2031', key: 'bad', shownMs: null })
  }, [client, title])
  return <ToastHost />
}
