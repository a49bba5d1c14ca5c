import type { CompanyDetails } from '../../../contract/calls/company.ts'

/** The certification form of a demo company, except names, legal person and bank account. */
type DemoForm = Pick<
  CompanyDetails,
  'address' | 'detailedAddress' | 'phone' | 'zipCode' | 'legalPersonPhone' | 'bank' | 'creditCode'
>

type Row = [
  address: string,
  detailedAddress: string,
  phone: string,
  zipCode: string,
  legalPersonPhone: string,
  bank: string,
  creditCode: string,
]

const form = ([address, detailedAddress, phone, zipCode, legalPersonPhone, bank, creditCode]: Row): DemoForm => ({
  address,
  detailedAddress,
  phone,
  zipCode,
  legalPersonPhone,
  bank,
  creditCode,
})

// All invented: no real code contains `MADEM`. The check digits are valid.
export const FORMS: Readonly<Record<string, DemoForm>> = {
  operations: form([
    '上海市浦东新区',
    '木港路 1 号 18 楼',
    '021-5000 1000',
    '200120',
    '13900001000',
    '中国银行上海市分行',
    '91310115MADEMA001E',
  ]),
  seller1: form([
    '江苏省苏州市太仓市',
    '滨江大道 66 号',
    '0512-5300 1001',
    '215400',
    '13900001001',
    '中国工商银行太仓支行',
    '91320585MADEMA002N',
  ]),
  seller2: form([
    'Libreville',
    'Zone d’Owendo, lot 14',
    '+241 11 70 10 02',
    'BP 4021',
    '+241 77 10 02 00',
    'BGFIBank Libreville',
    'LBV-2014-B-DEMO1',
  ]),
  buyer1: form([
    '浙江省湖州市南浔区',
    '地板产业园 3 幢',
    '0572-3000 2001',
    '313009',
    '13900002001',
    '湖州银行南浔支行',
    '91330503MADEMA0035',
  ]),
  buyer2: form([
    '广东省佛山市顺德区',
    '龙江镇家具城 12 座',
    '0757-2300 2002',
    '528318',
    '13900002002',
    '广东顺德农村商业银行',
    '91440606MADEMA004K',
  ]),
  buyer3: form([
    '山东省临沂市兰山区',
    '板材路 208 号',
    '0539-8000 2003',
    '276000',
    '13900002003',
    '临沂商城农商银行',
    '91371302MADEMA005F',
  ]),
  buyer4: form([
    '上海市宝山区',
    '逸仙路 1555 号',
    '021-5600 2004',
    '200434',
    '13900002004',
    '上海银行宝山支行',
    '91310113MADEMA0061',
  ]),
  buyer5: form([
    '福建省莆田市仙游县',
    '榜头镇工艺城 9 号',
    '0594-8200 2005',
    '351200',
    '13900002005',
    '中国农业银行仙游支行',
    '91350322MADEMA0083',
  ]),
  buyer6: form([
    'Bremen',
    'Holzhafen 22',
    '+49 421 555 0106',
    '28217',
    '+49 171 555 0106',
    'Sparkasse Bremen',
    'HRB-990006-HB',
  ]),
  audience1: form([
    '北京市朝阳区',
    '林讯大厦 7 层',
    '010-8400 3001',
    '100020',
    '13900003001',
    '招商银行北京分行',
    '91110105MADEMA009A',
  ]),
  pending: form([
    '江西省赣州市南康区',
    '家具大道 88 号',
    '0797-6600 3002',
    '341400',
    '13900003002',
    '赣州银行南康支行',
    '91360703MADEMA0078',
  ]),
  suspended: form([
    '广东省东莞市厚街镇',
    '木材市场 B 区 5 号',
    '0769-8500 3003',
    '523960',
    '13900003003',
    '东莞银行厚街支行',
    '91441900MADEMA00AB',
  ]),
}
