import { DEFAULT_SETTINGS, type SiteSettings } from '../../http/site/default-settings.ts'

/**
 * Example settings that fill each section of header and footer. Each is marked as a demo; names below `.example` are
 * reserved (RFC 2606), and the app does not open them.
 */
export const DEMO_SETTINGS: SiteSettings = {
  ...DEFAULT_SETTINGS,
  phone: '400-000-0000',
  companyAddress: {
    zh: '江苏省太仓市港口开发区（演示地址）',
    en: 'Port Development Zone, Taicang, Jiangsu (demo address)',
  },
  copyright: { zh: '木材竞价采购平台（演示环境） 版权所有', en: 'Timber Sale Room (demo). All rights reserved.' },
  licences: ['苏ICP备00000000号-1（演示 demo）', '拍卖经营批准证书 演示 0000（demo）', ...DEFAULT_SETTINGS.licences],
  shop: 'https://shop.timber.example/',
  backOffice: 'https://seller.timber.example/',
}
