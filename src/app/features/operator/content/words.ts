import { useLingui } from '@lingui/react/macro'

/** Names of the types of news. */
export function useTypeNames(): Readonly<Record<number, string>> {
  const { t } = useLingui()
  return { 1: t`Notice`, 2: t`Market`, 3: t`Platform` }
}
