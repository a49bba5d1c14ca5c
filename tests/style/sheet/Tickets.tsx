import { ContractMark } from '../../../src/app/ui/contract/marks.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Picture } from '../../../src/app/ui/Picture.tsx'
import { GenuineMark, Proof } from '../../../src/app/ui/ticket/Proof.tsx'
import { Ticket } from '../../../src/app/ui/ticket/Ticket.tsx'
import { face, receipt, useSay } from './samples.ts'
import { Box } from './Box.tsx'

export function Tickets() {
  const say = useSay()
  return (
    <Box name="Ticket">
      <Ticket
        face={face(say, { id: 'sale', kind: 'sale', name: say('专场票', 'Sale ticket'), lot: null, sum: null })}
        acts={<Button variant="line">{say('标的目录', 'Catalogue')}</Button>}
      />
      <Ticket
        face={face(say, { id: 'bid' })}
        mark={<GenuineMark receipt={receipt} />}
        picture={<Picture src={null} swatch="apricot" alt="" ratio={null} />}
        technical={<Proof receipt={receipt} />}
      />
      <Ticket
        face={face(say, { id: 'won', kind: 'won', name: say('中标标的', 'Won lot'), seal: say('成交', 'SOLD') })}
        acts={<Button>{say('去签合同', 'Sign')}</Button>}
      />
      <Ticket face={face(say, { id: 'void', kind: 'won', name: say('中标标的', 'Won lot'), isVoid: true })} />
      <Ticket
        face={face(say, {
          id: 'contract',
          kind: 'contract',
          name: say('木材买卖合同', 'Contract'),
          lot: null,
          number: null,
        })}
        mark={<ContractMark status={3} />}
      />
    </Box>
  )
}
