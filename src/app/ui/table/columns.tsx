import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useClient } from '../../lib/client.ts'
import { Disclosure } from '../Disclosure.tsx'
import css from './Table.module.css'

/** The fields of a column that decide whether it is shown. */
export interface ChoosableColumn {
  readonly key: string
  readonly header: string
  readonly choice?: 'shown' | 'hidden'
}

const keyOf = (name: string): string => `table-columns:${name}`

/** Columns that the person showed or hid, as stored on the device: key → shown. */
export function parseChoices(text: string | null): ReadonlyMap<string, boolean> {
  let value: unknown
  try {
    value = JSON.parse(text ?? '{}')
  } catch {
    return new Map()
  }
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(Object.entries(value).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'))
}

export const hiddenOf = (
  columns: readonly ChoosableColumn[],
  choices: ReadonlyMap<string, boolean>,
): ReadonlySet<string> =>
  new Set(
    columns
      .filter(({ key, choice }) => choice !== undefined && !(choices.get(key) ?? choice === 'shown'))
      .map(({ key }) => key),
  )

export const shownColumns = <C extends ChoosableColumn>(
  columns: readonly C[],
  hidden: ReadonlySet<string>,
): readonly C[] => columns.filter(({ key }) => !hidden.has(key))

type SetHidden = (hidden: ReadonlySet<string>) => void

/** The hidden columns of the table with this name; the choice is stored on the device. */
export function useHiddenColumns(
  name: string | undefined,
  columns: readonly ChoosableColumn[],
): readonly [ReadonlySet<string>, SetHidden] {
  const { storage } = useClient().ports
  const [choices, setChoices] = useState(() =>
    name === undefined ? new Map<string, boolean>() : parseChoices(storage.getItem(keyOf(name))),
  )
  const setHidden: SetHidden = (hidden) => {
    const next = new Map(
      columns.filter(({ choice }) => choice !== undefined).map(({ key }) => [key, !hidden.has(key)] as const),
    )
    setChoices(next)
    if (name !== undefined) storage.setItem(keyOf(name), JSON.stringify(Object.fromEntries(next)))
  }
  return [hiddenOf(columns, choices), setHidden]
}

interface Props {
  readonly columns: readonly ChoosableColumn[]
  readonly hidden: ReadonlySet<string>
  readonly onChange: SetHidden
}

export function ColumnChoice({ columns, hidden, onChange }: Props) {
  const turn = (key: string): void => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    onChange(next)
  }
  return (
    <Disclosure icon="table" label={<Trans>Columns</Trans>}>
      {() => (
        <fieldset className={css.choice}>
          <legend className="visually-hidden">
            <Trans>Columns</Trans>
          </legend>
          {columns
            .filter(({ choice }) => choice !== undefined)
            .map(({ key, header }) => (
              <label key={key}>
                <input type="checkbox" checked={!hidden.has(key)} onChange={() => turn(key)} />
                {header}
              </label>
            ))}
        </fieldset>
      )}
    </Disclosure>
  )
}
