import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountByLogin } from '../../src/server/store/accounts.ts';


import { askCode, codeFor, messagesTo, registrant } from '../support/http/codes.ts';
import { openHouse } from '../support/http/house.ts';
import type { House } from '../support/http/house.ts';
import { textIn } from '../support/http/people.ts';
import { addPeople, mailOf, phone } from '../support/http/world.ts';

const EN = { 'accept-language': 'en_US' };
let house: House;
beforeAll(async () => {
  house = await openHouse({ limits: { send: { most: 1_000, oneEveryMs: 1 }, recovery: { most: 1_000, oneEveryMs: 1 }, captcha: { most: 1_000, oneEveryMs: 1 } } });
  await addPeople(house);
});
afterAll(() => house.close());

const register = (body: object, headers = {}) => house.ask('POST', '/user/sysUser/register', { body, headers });

describe('registering with a mainland number', () => {
  test('takes a code by short message, makes a new user without any role, and signs him in', async () => {
    const { codeId, code } = await codeFor(house, 'register', { phone: '+8613912345678' });
    const made = await register(registrant({ codeId, verificationCode: code }));
    expect(made).toMatchObject({ code: 200, msg: '操作成功', data: { expires_in: 604_800 } });
    const token = textIn(made, 'access_token');
    expect(await house.ask('GET', '/user/sysUser/getUserInfo', { token })).toMatchObject({
      code: 200, data: { account: 'hanmeimei', name: '韩梅梅', appellationName: 'Mrs.', status: 2, roles: [], permissions: [], company: null, agreementStatus: 0 },
    });
    expect(await house.ask('GET', '/user/sysUser/profile', { token })).toMatchObject({
      data: {
        account: 'hanmeimei', sex: 'woman', phone: '+8613912345678', email: 'hanmeimei@example.com', country: 'CN', accountTypes: ['buyer'], companyName: '江南木业有限公司',
        phoneProven: true, emailProven: false, complete: false, position: null, preferredContact: null,
      },
    });
    const kept = (await accountByLogin(house.store.db, 'hanmeimei'))!.account;
    expect(kept.passwordHash).toMatch(/^\$argon2id\$/);
    expect(kept.agreedAt).not.toBeNull();
    expect(await house.ask('POST', '/auth/login', { body: { account: 'HanMeimei', password: 'Kiefer77x' } })).toMatchObject({ code: 200 });
  });
});
