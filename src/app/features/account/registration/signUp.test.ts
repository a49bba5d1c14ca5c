import { describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError, TimeoutError } from '../../../../client/calls/index.ts'
import { createSignUp } from './signUp.ts'

const body = {
  country: 'CN',
  accountTypes: ['buyer' as const],
  appellationName: 'Mr.' as const,
  name: '李雷',
  companyName: '林海木业',
  email: 'li@example.com',
  account: ' lilei ',
  phone: '+86 138 0000 0000',
  codeId: 'c',
  verificationCode: '123456',
  password: 'Larch7Quay4',
  confirmPassword: 'Larch7Quay4',
  agreed: true as const,
}
const token = { access_token: 't', expires_in: 60 }
const taken = new ApiError({ code: 601, msg: 'taken', reason: 'account.taken' })
const wrong = new ApiError({ code: 401, msg: 'wrong', reason: 'auth.wrong_credentials' })

describe('a registration on a weak link', () => {
  it('whose answer was lost is found again: the second try is refused because of the first, and signs in', async () => {
    const register = vi.fn().mockRejectedValueOnce(new TimeoutError()).mockRejectedValueOnce(taken)
    const login = vi.fn().mockResolvedValue(token)
    const signUp = createSignUp({ register, login })
    await expect(signUp(body)).rejects.toBeInstanceOf(TimeoutError)
    expect(await signUp(body)).toEqual(token)
    expect(login).toHaveBeenCalledWith({ account: 'lilei', password: 'Larch7Quay4' })
  })
  it('is refused when the account is another person’s', async () => {
    const register = vi.fn().mockRejectedValueOnce(new NetworkError()).mockRejectedValueOnce(taken)
    const signUp = createSignUp({ register, login: vi.fn().mockRejectedValue(wrong) })
    await expect(signUp(body)).rejects.toBeInstanceOf(NetworkError)
    await expect(signUp(body)).rejects.toBe(taken)
  })
  it('tries no password on an account that was taken before anything was lost', async () => {
    const login = vi.fn()
    await expect(createSignUp({ register: vi.fn().mockRejectedValue(taken), login })(body)).rejects.toBe(taken)
    expect(login).not.toHaveBeenCalled()
  })
  it('tries none on another account than the one whose answer was lost', async () => {
    const login = vi.fn()
    const signUp = createSignUp({
      register: vi.fn().mockRejectedValueOnce(new NetworkError()).mockRejectedValueOnce(taken),
      login,
    })
    await expect(signUp(body)).rejects.toBeInstanceOf(NetworkError)
    await expect(signUp({ ...body, account: 'hanmeimei' })).rejects.toBe(taken)
    expect(login).not.toHaveBeenCalled()
  })
})
