import type { Both, CategoryCode, TradeAreaCode } from '../../content/terms.ts'

/** A seller's remarks on a kind of goods. */
export const ABOUT_GOODS: Readonly<Record<CategoryCode, readonly Both[]>> = {
  log: [
    [
      'GB/T 144 检尺，交货数量允许 ±5% 浮动，按实检尺结算。端头已封蜡，个别端裂不超过 150 mm。',
      'Scaled to GB/T 144; quantity may vary by ±5 % and is settled on the measured volume. Ends waxed; single end checks up to 150 mm.',
    ],
    [
      '供应商检尺单可查，到港后可由第三方复检一次。带皮，熏蒸证书齐全。',
      'The supplier’s tally is open to view; one third-party re-scale after arrival. With bark; fumigation certificate supplied.',
    ],
    [
      '同一林区同一批采伐，径级均匀，心材率高，适合旋切和刨切。',
      'One concession, one felling; even diameters, high share of heartwood, fit for peeling and slicing.',
    ],
  ],
  sawn: [
    [
      '板面允许少量死节，不含髓心，两头封蜡，打包带齐全。包数与检尺单一一对应。',
      'A few unsound knots allowed on the face, no pith, both ends waxed, strapped packs. Each pack matches its line of the tally.',
    ],
    [
      '新锯材，锯路平直，厚度公差 ±1 mm。货已到港，可预约看货。',
      'Fresh sawn, straight cut, thickness tolerance ±1 mm. Landed; inspection by appointment.',
    ],
    [
      '整包不拆，按包上标注的净材积结算。附原产地证与植物检疫证书。',
      'Packs are not broken; settled on the net volume marked on them. With certificate of origin and phytosanitary certificate.',
    ],
  ],
  kd: [
    [
      '窑干后平衡两周，含水率逐包抽检，附烘干记录。',
      'Conditioned for two weeks after the kiln; moisture checked pack by pack, kiln record attached.',
    ],
    [
      '毛净比实标，板宽随机，适合家具与地板面材。',
      'Gross and net marked as measured; random widths, suited to furniture and flooring faces.',
    ],
    [
      '来自可持续经营林地，可提供认证编号。纸护角包装，防潮膜全包。',
      'From sustainably managed forest, certificate number on request. Edge protectors, wrapped against moisture.',
    ],
  ],
  square: [
    [
      '四面见线，无髓心、无蛀孔，端头封蜡。适合楼梯柱、桌腿和雕刻。',
      'Square-edged on four sides, no pith, no worm holes, ends waxed. For newels, table legs and carving.',
    ],
    ['颜色均匀，长度混装，每件附长度明细。', 'Even colour, mixed lengths, a list of lengths with each pack.'],
  ],
  s4s: [
    ['四面刨光，圆角 R3，直线度不大于 2 mm/m。', 'Planed on four sides, R3 edges, straight to within 2 mm per metre.'],
    ['一面无节，可直接上线，减少出材损耗。', 'One face clear; goes straight onto the line with little waste.'],
  ],
  decking: [
    [
      '双面防滑槽，开槽深度 1.5 mm，可选单面平板。建议使用不锈钢暗扣。',
      'Grooved on both faces, 1.5 mm deep, one smooth face on request. Stainless hidden clips recommended.',
    ],
    [
      '预先风干后再窑干，尺寸稳定；端头封蜡，到场后请垫高存放。',
      'Air-dried before the kiln for stability; ends waxed. Store off the ground.',
    ],
  ],
}

/** The consequence of the goods' place for a buyer. */
export const ABOUT_AREA: Readonly<Record<TradeAreaCode, Both>> = {
  bonded: [
    '货在保税区内，可转口，报关由买方办理。',
    'Goods lie in the bonded zone and may be re-exported; the buyer clears customs.',
  ],
  spot: [
    '现货，付款后 24 小时内可提；免费堆存 10 天。',
    'In stock, released within 24 hours of payment; 10 days of free storage.',
  ],
  forward: [
    '期货，装船前可派人验货；船期以提单日期为准。',
    'Forward shipment; inspection before loading is welcome. The date of the bill of lading counts.',
  ],
  afloat: ['货已在途，预计到港日以船公司通知为准。', 'Already afloat; the carrier’s arrival notice governs the date.'],
  border: [
    '口岸换装后交货，可代办铁路发运。',
    'Delivered after transfer at the border station; onward rail can be arranged.',
  ],
}
