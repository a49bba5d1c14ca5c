import type { Permission } from './permissions.ts'

/**
 * The manifest of screens: one row each. From it come the menus, the addresses that the server writes pages for, the
 * files that the service worker holds for reading offline, and the titles. `src/app/routes` has a file for each path.
 */
interface Row {
  /** The route's path, without a query. */
  readonly path: string
  readonly title: { readonly zh: string; readonly en: string }
  /** Name of the screen in the server's menu (spec §2). */
  readonly component?: string
  /** Place in the server's menu; the row's name is the entry's name. */
  readonly menu?: {
    readonly group: Group
    readonly icon: string
    /** The menu's address, where it differs from the path. */
    readonly href?: string
    /** Known by name and address, but not listed. */
    readonly hidden?: true
  }
  /** Any one of these permissions shows the menu entry. The server checks every call besides. */
  readonly permissions?: readonly [Permission, ...Permission[]]
  /** Only accounts with this role see the menu entry: an administrator has no lots of its own. */
  readonly role?: 'seller'
  /**
   * `shell`: its files belong to the offline shell, cached from the first visit on. `reading`: they are fetched once
   * the link is idle.
   */
  readonly offline?: 'shell' | 'reading'
  /** The server writes the page as HTML that is readable before any script runs. */
  readonly written?: Written
}
type Group = 'Main' | 'User' | 'Seller' | 'Desk'

export interface Written {
  /** Query parameters that the server-written page supports; with any other the app alone draws the page. */
  readonly search?: Readonly<Record<string, RegExp>>
  /** Query parameters that do not change the page. */
  readonly besides?: readonly string[]
  /** No query changes the page. */
  readonly anyQuery?: true
  /** Only for signed-out readers: others are redirected, or see their own data. */
  readonly anonymousOnly?: true
}
const NAME = /^[\w-]{1,80}$/

/** In the order of the menus. */
export const SCREENS = {
  Index: {
    path: '/index',
    title: { zh: '首页', en: 'Home' },
    component: 'home/index',
    menu: { group: 'Main', icon: 'hammer' },
    offline: 'shell',
    written: { anyQuery: true },
  },
  TargetList: {
    path: '/target/list',
    title: { zh: '标的目录', en: 'Catalogue' },
    component: 'target/list',
    menu: { group: 'Main', icon: 'table' },
    offline: 'reading',
  },
  TargetDetail: {
    path: '/target/detail/$id/$ids',
    title: { zh: '标的', en: 'Lot' },
    offline: 'reading',
  },
  Rules: {
    path: '/rules',
    title: { zh: '竞价规则', en: 'Bidding rules' },
    component: 'rules/index',
    menu: { group: 'Main', icon: 'doc' },
    offline: 'reading',
    written: { search: { name: NAME } },
  },
  RulesList: {
    path: '/rules/list',
    component: 'rules/list',
    title: { zh: '规则与帮助', en: 'Rules and help' },
    offline: 'reading',
    written: {},
  },
  News: {
    path: '/news',
    title: { zh: '新闻资讯', en: 'News' },
    component: 'news/index',
    menu: { group: 'Main', icon: 'doc', href: '/news?type=0' },
    offline: 'reading',
    written: { search: { type: /^[0-3]$/ } },
  },
  NewsDetail: {
    path: '/news/detail',
    title: { zh: '资讯详情', en: 'Article' },
    component: 'news/detail',
    menu: { group: 'Main', icon: 'doc', hidden: true },
    offline: 'reading',
    written: { search: { id: NAME } },
  },
  HomeList: {
    path: '/home/list',
    title: { zh: '全部标的', en: 'All lots' },
    component: 'home/list',
    menu: { group: 'Main', icon: 'cards', hidden: true },
    offline: 'reading',
    written: { search: { list: /^(?:pending|deal|failed)$/ }, anonymousOnly: true },
  },
  UserAccount: {
    path: '/user/account',
    title: { zh: '账户信息', en: 'Account information' },
    component: 'user/account',
    menu: { group: 'User', icon: 'user' },
    offline: 'reading',
  },
  UserNotifications: {
    path: '/user/notifications',
    title: { zh: '消息通知', en: 'Notifications' },
    component: 'user/notifications',
    menu: { group: 'User', icon: 'bell' },
    offline: 'reading',
  },
  UserCompany: {
    path: '/user/company',
    title: { zh: '企业认证', en: 'Company certification' },
    component: 'user/company',
    menu: { group: 'User', icon: 'flag' },
    offline: 'reading',
  },
  UserAgreement: {
    path: '/user/agreement',
    title: { zh: '服务协议', en: 'Service agreement' },
    component: 'user/agreement',
    menu: { group: 'User', icon: 'doc' },
    offline: 'reading',
  },
  UserSign: {
    path: '/user/sign',
    title: { zh: '竞价报名', en: 'Bidding sign-up' },
    component: 'user/sign',
    menu: { group: 'User', icon: 'number' },
    offline: 'reading',
  },
  UserOrder: {
    path: '/user/order',
    title: { zh: '中标标的', en: 'Won lots' },
    component: 'user/order',
    menu: { group: 'User', icon: 'check' },
    offline: 'reading',
  },
  Sigin: {
    path: '/order/sign',
    title: { zh: '待签标的', en: 'Signing lots' },
    component: 'order/sign',
    menu: { group: 'User', icon: 'doc', href: '/user/order/sign' },
    offline: 'reading',
  },
  SignDetail: {
    path: '/order/sign/detail',
    title: { zh: '合同', en: 'Contract' },
    component: 'order/detail',
    menu: { group: 'User', icon: 'doc', hidden: true },
    offline: 'reading',
  },
  UserContract: {
    path: '/user/contract',
    title: { zh: '交易合同', en: 'Trade contracts' },
    component: 'user/contract',
    menu: { group: 'User', icon: 'doc' },
    offline: 'reading',
  },
  UserTickets: {
    path: '/user/tickets',
    title: { zh: '我的票夹', en: 'My tickets' },
    component: 'user/tickets',
    menu: { group: 'User', icon: 'cards' },
    offline: 'reading',
  },
  UserStatement: {
    path: '/user/statement',
    title: { zh: '对账单', en: 'Statement' },
    component: 'user/statement',
    menu: { group: 'User', icon: 'table' },
    offline: 'reading',
  },
  SellerLots: {
    path: '/seller/lots',
    title: { zh: '标的准备', en: 'My lots' },
    component: 'seller/lots',
    menu: { group: 'Seller', icon: 'cards' },
    role: 'seller',
  },
  SellerImport: {
    path: '/seller/lots/import',
    title: { zh: '表格导入', en: 'Import a sheet' },
    component: 'seller/import',
    menu: { group: 'Seller', icon: 'table' },
    role: 'seller',
  },
  SellerLot: {
    path: '/seller/lots/$lotDraftId',
    title: { zh: '编辑标的', en: 'Edit lot' },
  },
  DeskCertification: {
    path: '/desk/certification',
    title: { zh: '认证审核', en: 'Certifications' },
    component: 'desk/certification',
    menu: { group: 'Desk', icon: 'check' },
    permissions: ['user:certification:review'],
  },
  DeskSales: {
    path: '/desk/sales',
    title: { zh: '竞价专场', en: 'Sales' },
    component: 'desk/sales',
    menu: { group: 'Desk', icon: 'hammer' },
    permissions: ['sale:session:read'],
  },
  DeskSchedules: {
    path: '/desk/schedules',
    title: { zh: '计划', en: 'Schedule' },
    component: 'desk/schedules',
    menu: { group: 'Desk', icon: 'hammer', hidden: true },
    permissions: ['sale:session:read'],
  },
  DeskRooms: {
    path: '/desk/rooms',
    title: { zh: '会场总览', en: 'Rooms' },
    component: 'desk/rooms',
    menu: { group: 'Desk', icon: 'cards' },
    permissions: ['sale:session:read'],
  },
  DeskBank: {
    path: '/desk/bank',
    title: { zh: '银行流水', en: 'Bank' },
    component: 'desk/bank',
    menu: { group: 'Desk', icon: 'table' },
    permissions: ['sale:deposit:record'],
  },
  DeskContracts: {
    path: '/desk/contracts',
    title: { zh: '合同审核', en: 'Contracts' },
    component: 'desk/contracts',
    menu: { group: 'Desk', icon: 'doc' },
    permissions: ['trade:contract:verify'],
  },
  DeskTerms: {
    path: '/desk/terms',
    title: { zh: '术语管理', en: 'Terms' },
    component: 'desk/terms',
    menu: { group: 'Desk', icon: 'number' },
    permissions: ['sale:term:edit'],
  },
  DeskContent: {
    path: '/desk/content',
    title: { zh: '内容发布', en: 'Content' },
    component: 'desk/content',
    menu: { group: 'Desk', icon: 'doc' },
    permissions: ['content:news:edit', 'content:document:edit', 'content:banner:edit'],
  },
  DeskUsers: {
    path: '/desk/users',
    title: { zh: '账户管理', en: 'Accounts' },
    component: 'desk/users',
    menu: { group: 'Desk', icon: 'user' },
    permissions: ['user:account:list', 'user:account:suspend'],
  },
  DeskRoles: {
    path: '/desk/roles',
    title: { zh: '角色权限', en: 'Roles' },
    component: 'desk/roles',
    menu: { group: 'Desk', icon: 'user' },
    permissions: ['user:role:edit'],
  },
  DeskOutbox: {
    path: '/desk/outbox',
    title: { zh: '发件箱', en: 'Outbox' },
    component: 'desk/outbox',
    menu: { group: 'Desk', icon: 'doc' },
    permissions: ['system:outbox:list'],
  },
  DeskSettings: {
    path: '/desk/settings',
    title: { zh: '站点设置', en: 'Site settings' },
    component: 'desk/settings',
    menu: { group: 'Desk', icon: 'filter' },
    permissions: ['system:settings:edit'],
  },
  DeskAudit: {
    path: '/desk/audit',
    title: { zh: '审计记录', en: 'Audit trail' },
    component: 'desk/audit',
    menu: { group: 'Desk', icon: 'doc' },
    permissions: ['system:audit:read'],
  },
  Login: {
    path: '/login',
    title: { zh: '登录', en: 'Sign in' },
    offline: 'shell',
    written: { besides: ['redirect'], anonymousOnly: true },
  },
  Register: {
    path: '/register',
    title: { zh: '注册', en: 'Register' },
    written: { anonymousOnly: true },
  },
  ForgotPassword: {
    path: '/forgotPassword',
    title: { zh: '忘记密码', en: 'Forgot password' },
    written: {},
  },
  Privacy: {
    path: '/privacy',
    title: { zh: '隐私政策', en: 'Privacy policy' },
    offline: 'reading',
    written: {},
  },
  Service: {
    path: '/service',
    title: { zh: '用户服务协议', en: 'User service agreement' },
    offline: 'reading',
    written: {},
  },
  Missing: {
    path: '/404',
    title: { zh: '页面不存在', en: 'Page not found' },
    offline: 'shell',
    written: {},
  },
} as const satisfies Record<string, Row>

export type ScreenName = keyof typeof SCREENS
export interface ScreenRow extends Row {
  readonly name: ScreenName
}
export const screenRows: readonly ScreenRow[] = Object.entries(SCREENS).map(([name, row]) => ({
  ...row,
  name: name as ScreenName,
}))

/** The groups of the menu, and the shop's link in it, which the operator sets. */
export const MENU_GROUPS = {
  Main: { path: '/', icon: 'hammer', title: { zh: '木材竞价', en: 'Timber sales' } },
  User: { path: '/user', icon: 'user', title: { zh: '用户中心', en: 'User center' } },
  Seller: { path: '/seller', icon: 'cards', title: { zh: '卖家后台', en: 'Seller' } },
  Desk: { path: '/desk', icon: 'table', title: { zh: '运营工作台', en: 'Operator’s desk' } },
} as const satisfies Record<Group, Pick<Row, 'path' | 'title'> & { readonly icon: string }>
export const SHOP_TITLE = { zh: '网上商城', en: 'Online shop' } as const
