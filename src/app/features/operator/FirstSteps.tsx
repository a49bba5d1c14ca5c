import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { SCREENS } from '../../../contract/screens.ts'
import type { AnswerOf } from '../../../client/calls/index.ts'
import { clientOf } from '../../lib/client.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import css from './FirstSteps.module.css'

const firstStepsQuery = queryOptions({
  queryKey: ['desk', 'firstSteps'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('firstSteps', {}, { signal }),
  meta: { fleeting: true },
})

type Step = AnswerOf<'firstSteps'>['steps'][number]['step']

/**
 * Steps from an empty installation to its first published session; hidden afterwards, and while the answer is missing.
 */
export function FirstSteps() {
  const { data } = useQuery(firstStepsQuery)
  const words = useWords()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  if (data === undefined || data.steps.some(({ step, done }) => step === 'published' && done)) return null
  const next = data.steps.find(({ done }) => !done)?.step
  return (
    <section className={css.panel} aria-labelledby="first-steps">
      <h2 id="first-steps">
        <Trans>On the way to your first sale</Trans>
      </h2>
      <ol>
        {data.steps.map(({ step, done }) => (
          <li key={step} className={classes(done ? css.done : step === next && css.next)}>
            <Icon name={done ? 'check' : 'right'} size={18} />
            <span>
              {words[step].text}
              {done && (
                <span className="visually-hidden">
                  {' '}
                  <Trans>(done)</Trans>
                </span>
              )}
            </span>
            {!done && words[step].href !== pathname && <PathLink href={words[step].href}>{words[step].link}</PathLink>}
          </li>
        ))}
      </ol>
    </section>
  )
}

interface Words {
  readonly text: string
  readonly link: string
  readonly href: string
}

function useWords(): Readonly<Record<Step, Words>> {
  const { t } = useLingui()
  return {
    settings: {
      text: t`Hotline, copyright and licences: the footer of every page shows them.`,
      link: t`To the settings`,
      href: SCREENS.DeskSettings.path,
    },
    host: {
      text: t`A host: an account with the role “Host”. It can be your own; it needs a second factor.`,
      link: t`To the accounts`,
      href: SCREENS.DeskUsers.path,
    },
    seller: {
      text: t`A seller: the company registers, you certify it, and it signs the service agreement. Without an SMS provider its code for the registration is in the outbox.`,
      link: t`To the certifications`,
      href: SCREENS.DeskCertification.path,
    },
    schedule: {
      text: t`A schedule: a name and a venue.`,
      link: t`New schedule`,
      href: '/desk/schedules/new',
    },
    session: {
      text: t`A session: its start, its rules and its host.`,
      link: t`To the sales`,
      href: SCREENS.DeskSales.path,
    },
    lots: {
      text: t`Lots: sellers write them or import a sheet, submit them to the session, and you accept them.`,
      link: t`To the sales`,
      href: SCREENS.DeskSales.path,
    },
    published: {
      text: t`The publication: the session’s check list says what is missing.`,
      link: t`To the sales`,
      href: SCREENS.DeskSales.path,
    },
  }
}
