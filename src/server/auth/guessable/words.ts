/** What a burglar would try because it is we: names of the product and of what is sold here, of parts and demo accounts. */
export const OUR_WORDS = [
  'timber', 'timbersaleroom', 'saleroom', 'sale', 'room', 'mucai', 'muye', 'mubans', 'lumber', 'wood', 'spruce', 'larch', 'pine', 'teak', 'walnut',
  'jingjia', 'paimai', 'caigou', 'pingtai', 'jingpai', 'auction', 'bidding', 'bidder', 'procurement', 'venue',
  'buyer', 'seller', 'host', 'compere', 'audience', 'admin', 'administrator', 'operator', 'newbie', 'pending', 'suspended',
] as const;

/** Words that stand in every list, and on whose end people put what the rule asks for. */
export const COMMON_WORDS = [
  'password', 'passwort', 'passwd', 'passw0rd', 'mima', 'welcome', 'letmein', 'login', 'root', 'test', 'user', 'guest', 'default', 'changeme', 'secret',
  'iloveyou', 'woaini', 'aini', 'nihao', 'hello', 'china', 'zhongguo', 'beijing', 'shanghai', 'taicang', 'abc', 'abcd', 'asd', 'zxc', 'qwe', 'qaz', 'wsx', 'qq', 'wx',
  '520', '521', '1314', '5201314', '666', '888', '163', '126',
] as const;

/** Neighbours on the keyboard. */
export const KEY_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', '1qaz2wsx3edc4rfv5tgb6yhn7ujm', '1q2w3e4r5t6y7u8i9o0p', 'q1w2e3r4t5y6u7i8o9p0', 'qazwsxedcrfvtgbyhnujm', 'abcdefghijklmnopqrstuvwxyz'] as const;
