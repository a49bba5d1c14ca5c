import { AccountMark, AgreementMark } from '../../../src/app/ui/company/marks.tsx'
import { ContractMark, HoldMark, MineMark, OrderMark, PaymentMark } from '../../../src/app/ui/contract/marks.tsx'
import { Icon, isIcon } from '../../../src/app/ui/Icon.tsx'
import { Mark } from '../../../src/app/ui/Mark.tsx'
import { LotMark, PhaseMark, PracticeMark } from '../../../src/app/ui/marks.tsx'
import { Swatch } from '../../../src/app/ui/Swatch.tsx'
import { PartLine } from '../../../src/app/ui/sale/PartLine.tsx'
import { SWATCHES } from '../../../src/contract/swatches.ts'
import { useSay } from './samples.ts'
import { Box, Grid, Row } from './Box.tsx'

const TONES = ['good', 'bad', 'warn', 'calm', 'brand', 'practice'] as const
const LOTS = ['waiting', 'scheduled', 'open', 'held', 'unsold', 'sold', 'withdrawn', 'failed'] as const
const ORDERS = ['unsigned', 'contract', 'complete', 'held', 'cancelled'] as const
const PAYMENTS = ['notYetDue', 'due', 'partlyReceived', 'received', 'overdue', 'released'] as const
const PARTS = [
  'visitor',
  'suspended',
  'host',
  'seller',
  'practice',
  'waiting',
  'canSignUp',
  'audience',
  'notYet',
] as const
const ICONS =
  'menu close down left right check cross clock pause flag ring play alert stop bell star search filter table cards user globe contrast leave retry eye link offline hammer doc number gear shop out up plus minus camera print trash mail noImage'
    .split(' ')
    .filter(isIcon)

export function Marks() {
  const say = useSay()
  return (
    <>
      <Box name="Mark">
        <Row>
          {TONES.map((tone) => (
            <Mark key={tone} tone={tone} icon="flag">
              {tone}
            </Mark>
          ))}
          <PracticeMark />
          <MineMark />
          <HoldMark />
        </Row>
        <Row>
          {([1, 2, 3, 4, 5] as const).map((phase) => (
            <PhaseMark key={phase} phase={phase} />
          ))}
          {LOTS.map((status) => (
            <LotMark key={status} status={status} />
          ))}
        </Row>
        <Row>
          {([0, 2, 3, 4] as const).map((status) => (
            <AccountMark key={status} status={status} />
          ))}
          {([0, 1, 2] as const).map((status) => (
            <AgreementMark key={status} status={status} />
          ))}
        </Row>
        <Row>
          {([0, 1, 2, 3, 4] as const).map((status) => (
            <ContractMark key={status} status={status} />
          ))}
          {ORDERS.map((state) => (
            <OrderMark key={state} state={state} />
          ))}
          {PAYMENTS.map((state) => (
            <PaymentMark key={state} state={state} />
          ))}
        </Row>
      </Box>
      <Box name="PartLine">
        <Grid>
          {PARTS.map((kind) => (
            <PartLine key={kind} part={{ kind }} />
          ))}
          <PartLine part={{ kind: 'certify', pending: true }} />
          <PartLine part={{ kind: 'certify', pending: false }} />
          <PartLine part={{ kind: 'agreement', awaiting: true }} />
          <PartLine part={{ kind: 'agreement', awaiting: false }} />
          <PartLine part={{ kind: 'admitted', number: 17 }} />
          <PartLine part={{ kind: 'dismissed', number: 17, reason: '资料不全。' }} />
        </Grid>
      </Box>
      <Box name="Swatch · Icon">
        <Row>
          {SWATCHES.map((swatch) => (
            <span key={swatch}>
              <Swatch of={swatch} />
              {swatch}
            </span>
          ))}
          <span>
            <Swatch of={undefined} />
            {say('未知', 'unknown')}
          </span>
        </Row>
        <Row>
          {ICONS.map((name) => (
            <Icon key={name} name={name} />
          ))}
          <Icon name="star" filled />
        </Row>
      </Box>
    </>
  )
}
