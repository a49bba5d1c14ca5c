import type { MessageDescriptor } from '@lingui/core'

/**
 * Names of the screens, used as labels of menus and tabs. The server sends the menu of a signed-in user; the app has
 * the visitor's own.
 */
export const menuTexts = {
  Main: /*i18n*/ { id: 'menu.main', message: 'Timber sales' },
  Index: /*i18n*/ { id: 'menu.index', message: 'Home' },
  TargetList: /*i18n*/ { id: 'menu.target', message: 'Catalogue' },
  Rules: /*i18n*/ { id: 'menu.rules', message: 'Bidding rules' },
  News: /*i18n*/ { id: 'menu.news', message: 'News' },
  NewsDetail: /*i18n*/ { id: 'menu.newsDetail', message: 'Article' },
  HomeList: /*i18n*/ { id: 'menu.homeList', message: 'All lots' },
  Shop: /*i18n*/ { id: 'menu.shop', message: 'Online shop' },
  User: /*i18n*/ { id: 'menu.user', message: 'User center' },
  UserAccount: /*i18n*/ { id: 'menu.account', message: 'Account information' },
  UserCompany: /*i18n*/ { id: 'menu.company', message: 'Company certification' },
  UserAgreement: /*i18n*/ { id: 'menu.agreement', message: 'Service agreement' },
  UserSign: /*i18n*/ { id: 'menu.sign', message: 'Bidding sign-up' },
  UserOrder: /*i18n*/ { id: 'menu.order', message: 'Won lots' },
  Sigin: /*i18n*/ { id: 'menu.orderSign', message: 'Signing lots' },
  SignDetail: /*i18n*/ { id: 'menu.signDetail', message: 'Contract' },
  UserContract: /*i18n*/ { id: 'menu.contract', message: 'Trade contracts' },
  Desk: /*i18n*/ { id: 'menu.desk', message: 'Operator’s desk' },
  DeskCertification: /*i18n*/ { id: 'menu.deskCertification', message: 'Certifications' },
  DeskSales: /*i18n*/ { id: 'menu.deskSales', message: 'Sales' },
  DeskContracts: /*i18n*/ { id: 'menu.deskContracts', message: 'Contracts' },
  DeskUsers: /*i18n*/ { id: 'menu.deskUsers', message: 'Accounts' },
  DeskOutbox: /*i18n*/ { id: 'menu.deskOutbox', message: 'Outbox' },
  DeskSettings: /*i18n*/ { id: 'menu.deskSettings', message: 'Site settings' },
  DeskAudit: /*i18n*/ { id: 'menu.deskAudit', message: 'Audit trail' },
} as const satisfies Record<string, MessageDescriptor>
export type ScreenName = keyof typeof menuTexts
