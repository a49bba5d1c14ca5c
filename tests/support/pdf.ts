/** A small PDF of one page; bytes between head and foot are a comment to a reader. */
export const PDF_HEAD = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>\nendobj\n%',
)
export const PDF_FOOT = Buffer.from('\ntrailer\n<</Size 4/Root 1 0 R>>\nstartxref\n0\n%%EOF\n')
export const PDF = Buffer.concat([PDF_HEAD, PDF_FOOT])
