import { Trans } from '@lingui/react/macro'
import type { Unit } from '../../domain/units.ts'

export function UnitName({ unit }: { readonly unit: Unit }) {
  switch (unit) {
    case 'm3':
      return <>m³</>
    case 'piece':
      return <Trans context="unit">pc</Trans>
    case 'tonne':
      return <Trans context="unit">t</Trans>
  }
}
