interface Numbered {
  readonly lotNo: number
  readonly lotNumber?: string | undefined
}

/** A lot's number as it is shown: `2`, or `2-1` for a part of lot 2. A row of an older release has the plain one. */
export const shownLotNo = ({ lotNo, lotNumber }: Numbered): string => lotNumber ?? String(lotNo)
