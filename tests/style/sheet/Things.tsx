import { BannerCard } from '../../../src/app/ui/BannerCard.tsx'
import { WayInSteps } from '../../../src/app/ui/company/WayIn.tsx'
import { CopyReference } from '../../../src/app/ui/bankLine/CopyReference.tsx'
import { CorrectedMoney } from '../../../src/app/ui/bankLine/CorrectedMoney.tsx'
import { Countdown } from '../../../src/app/ui/Countdown.tsx'
import { Days, Lots } from '../../../src/app/ui/Counted.tsx'
import { Conflict } from '../../../src/app/ui/edit/Conflict.tsx'
import { Differences } from '../../../src/app/ui/edit/Differences.tsx'
import { Markdown } from '../../../src/app/ui/markdown/Markdown.tsx'
import { ColumnQuantity } from '../../../src/app/ui/ColumnQuantity.tsx'
import { Money, Quantity } from '../../../src/app/ui/Money.tsx'
import { Pagination } from '../../../src/app/ui/Pagination.tsx'
import { Picture } from '../../../src/app/ui/Picture.tsx'
import { QrCode } from '../../../src/app/ui/QrCode.tsx'
import { Steps } from '../../../src/app/ui/Steps.tsx'
import { ChooseAll } from '../../../src/app/ui/table/ChooseAll.tsx'
import { Table, TableSkeleton, type TableColumn } from '../../../src/app/ui/table/Table.tsx'
import { Tabs } from '../../../src/app/ui/Tabs.tsx'
import { MINUTE, NOW, useSay } from './samples.ts'
import { Box, Grid, Row } from './Box.tsx'
import css from './Sheet.module.css'

const nothing = (): void => undefined
const DAY = 1440 * MINUTE
const LOTS = [
  { id: '1', price: '2180.00', quantity: '109.809' },
  { id: '2', price: '465.00', quantity: '33.948' },
]

const MEASURED = LOTS.map(({ quantity }) => ({ quantity, unit: 'm3' as const }))

export function Things() {
  const say = useSay()
  const columns: readonly TableColumn<(typeof LOTS)[number]>[] = [
    { key: 'id', header: say('标的', 'Lot'), main: true, sort: true, body: ({ id }) => id },
    {
      key: 'price',
      header: say('单价', 'Price'),
      figures: true,
      sort: true,
      body: ({ price }) => <Money amount={price} currency="CNY" per="m3" />,
    },
    {
      key: 'quantity',
      header: say('数量', 'Quantity'),
      figures: true,
      body: ({ quantity }) => <ColumnQuantity quantity={quantity} unit="m3" among={MEASURED} />,
    },
  ]
  const steps = [say('公司', 'Company'), say('银行', 'Bank'), say('执照', 'Licence')]
  return (
    <>
      <Box name="Figures">
        <Row>
          <Money amount="2180.00" currency="CNY" per="m3" />
          <Money amount="465.50" currency="USD" per="piece" />
          <Money amount="16100.00" currency="CNY" bare />
          <CorrectedMoney amount="50000.00" amountNow="0.00" currency="CNY" />
          <CopyReference label="Reference" reference="BZ-7K3QAX" />
          <Quantity quantity="109.809" unit="m3" />
          <Quantity quantity="12" unit="piece" />
          <Quantity quantity="3.2" unit="tonne" />
          <Countdown to={NOW + 5 * DAY} />
          <Countdown to={NOW + 95 * MINUTE} />
          <Countdown to={NOW + MINUTE / 4} />
          {[1, 1400].map((count) => (
            <span key={count}>
              <Lots count={count} /> · <Days count={count} />
            </span>
          ))}
        </Row>
      </Box>
      <Box name="Steps · Tabs · Pagination">
        <Steps names={steps} at={2} />
        <Steps names={steps} at={4} />
        <WayInSteps way="wait" />
        <Tabs
          label={say('显示', 'Show')}
          tabs={[
            { key: 'all', label: say('全部', 'All') },
            { key: 'bids', label: say('出价', 'Bids') },
          ]}
          value="all"
          onChange={nothing}
        >
          {null}
        </Tabs>
        <Pagination total={1400} page={4} size={20} onChange={nothing} />
        <Pagination total={12} page={1} size={20} onChange={nothing} />
      </Box>
      <Box name="Table">
        <Table
          label={say('标的', 'Lots')}
          rows={LOTS}
          dataKey="id"
          columns={columns}
          stale={false}
          sort={{ by: 'price', desc: true }}
          onSort={nothing}
          tools={<ChooseAll ids={['1', '2']} chosen={new Set(['1'])} onChange={nothing} />}
        />
        <Table label={say('标的', 'Lots')} rows={LOTS.slice(0, 1)} dataKey="id" columns={columns} stale />
        <TableSkeleton />
        <Differences
          rows={[
            { key: 'a', label: say('底价', 'Reserve'), mine: '', theirs: '2,180' },
            { key: 'b', label: say('数量', 'Quantity'), mine: '33.948', theirs: '34.000' },
          ]}
        />
        <Conflict
          changes={[
            { key: 'name', by: 'both' },
            { key: 'port', by: 'them' },
          ]}
          labelOf={(key) => (key === 'name' ? say('名称', 'Name') : say('港口', 'Port'))}
          valueOf={(key, of) =>
            key === 'name'
              ? of === 'mine'
                ? say('夏季', 'Summer')
                : say('初夏', 'Early summer')
              : say('太仓', 'Taicang')
          }
          onTake={() => {}}
          onKeep={() => {}}
        />
      </Box>
      <Box name="Picture · Banner · Markdown">
        <Grid>
          <Picture src={null} swatch="copper" alt={say('塔利', 'Tali')} className={css.thumb} />
          <Picture src={null} swatch="cream" alt={say('奥古曼', 'Okoumé')} className={css.thumb} ratio={1} />
          <BannerCard
            title={say('练习场', 'Practice')}
            text={say('一分钟内出价', 'Bid in a minute')}
            href=""
            picture={null}
          />
          <BannerCard title={say('练习场', 'Practice')} text="" href="/index" picture={null} />
          <QrCode text="https://sale.example/" alt={say('手机版二维码', 'QR code of the app')} className={css.code} />
          <Markdown
            text={say('## 规则\n\n- **一口价**\n- 出价即有效', '## Rules\n\n- **One price**\n- A bid counts')}
          />
        </Grid>
      </Box>
    </>
  )
}
