import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Receipt } from '../contract/verdict.ts';
import { receiptText } from '../domain/receipt.ts';
import type { ReceiptBody } from '../domain/receipt.ts';
import type { signingKey } from './store/schema.ts';

const signLater = promisify<null, Buffer, KeyObject, Buffer>(sign);

export type SigningKey = typeof signingKey.$inferSelect;
/** As published: `keyId` and the raw public key in base64url. */
export type PublishedKey = Pick<SigningKey, 'keyId' | 'publicKey'>;

export interface Signer {
  readonly keyId: string;
  sign(body: ReceiptBody): Receipt;
  /** The same, off this thread. */
  signAside(body: ReceiptBody): Promise<Receipt>;
}

/** Signs receipts with a key of the store. A row whose halves do not belong together is refused: nobody could verify what it signs. */
export function signerOf(key: SigningKey): Signer {
  const privateKey = createPrivateKey(key.privateKey);
  if (rawOf(createPublicKey(privateKey)) !== key.publicKey) throw new Error(`signing key ${key.keyId}: its public key is another's`);
  const receipt = (body: ReceiptBody, signature: Buffer): Receipt => ({ keyId: key.keyId, body, signature: signature.toString('base64url') });
  return {
    keyId: key.keyId,
    sign: (body) => receipt(body, sign(null, bytesOf(body), privateKey)),
    signAside: async (body) => receipt(body, await signLater(null, bytesOf(body), privateKey)),
  };
}

/** Does one of the published keys vouch for the receipt? */
export function verifyReceipt({ keyId, body, signature }: Receipt, keys: readonly PublishedKey[]): boolean {
  const key = keys.find((one) => one.keyId === keyId);
  return key !== undefined && verify(null, bytesOf(body), publicOf(key.publicKey), Buffer.from(signature, 'base64url'));
}

/** A fresh key. Its id follows from the public half, so two nodes never give one id to two keys. */
export function newSigningKey(since: Date): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = rawOf(publicKey);
  return { keyId: keyIdOf(raw), publicKey: raw, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), since };
}

const keyIdOf = (raw: string): string => hash('sha256', Buffer.from(raw, 'base64url')).slice(0, 16);

const bytesOf = (body: ReceiptBody): Buffer => Buffer.from(receiptText(body), 'utf8');

function rawOf(key: KeyObject): string {
  const { x } = key.export({ format: 'jwk' });
  if (x === undefined) throw new Error('not an Ed25519 key');
  return x;
}

const publicOf = (raw: string): KeyObject => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' });
