import { canonical } from '../../domain/canonical.ts'
import type { Agreement } from '../store/agreements.ts'
import { blocksOf } from './blocks.ts'
import { moment, printable } from './document.ts'
import type { Printable } from './document.ts'

/** A version of the service agreement, with its signature. */
export function agreementPaper(agreement: Agreement, company: string): Printable {
  const { version, hash, textZh: zh, textEn: en, generatedAt, signedAt, evidence } = agreement
  const signer = evidence?.['name'] ?? ''
  return printable({
    template: 'agreement',
    name: `service-agreement-v${version}.pdf`,
    title: '平台服务协议 Platform service agreement',
    head: `平台服务协议 Service agreement · ${company} · 第 ${version} 版 Version ${version}`,
    mark: '',
    hash,
    watermark: signedAt === null ? '未生效 NOT IN FORCE' : null,
    at: signedAt ?? generatedAt,
    enclosed: [
      {
        name: 'content.json',
        about: 'The content that is signed: its SHA-256 is the hash',
        text: canonical({ zh, en }),
      },
      ...(signedAt === null
        ? []
        : [
            {
              name: 'signatures.json',
              about: 'Who signed which hash, and when',
              text: canonical({
                version,
                hash,
                signatures: [{ name: signer, at: new Date(signedAt).toISOString(), hash }],
              }),
            },
          ]),
    ],
    data: {
      version,
      made: moment(generatedAt),
      status: signedAt === null ? { zh: '待签署', en: 'Not signed yet' } : { zh: '已签署', en: 'Signed' },
      text: { zh: untitled(zh), en: untitled(en) },
      company,
      consent: evidence?.['consent'] ?? null,
      signature:
        signedAt === null
          ? null
          : { name: signer, at: moment(signedAt), version, lapsed: false, mark: { kind: 'typed', name: signer } },
    },
  })
}

/** Drops the first heading, which the page already shows as its title. */
const untitled = (text: string) =>
  blocksOf(text).filter((block, index) => index > 0 || block.kind !== 'heading' || block.level > 1)
