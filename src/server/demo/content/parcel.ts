import { fileName, stemOf } from '../../pictures/names.ts'
import { between, pick, whole, type Random } from '../../seeded.ts'
import type { LotFieldKey } from '../../../contract/lot-fields.ts'
import { milli, minor } from '../../../domain/units.ts'
import type { lot } from '../../store/schema.ts'
import { SALES, type Good } from './goods.ts'
import { ABOUT_AREA, ABOUT_GOODS } from './remarks.ts'
import { piecesIn, SIZES } from './sizes.ts'
import { CATEGORY, ORIGIN, SPECIES } from '../../content/terms.ts'

/** A lot's content without its session, as the table of lots takes it. */
export interface Parcel extends Omit<Pick<typeof lot.$inferInsert, LotFieldKey>, 'deliveryDate'> {
  /** Days from the first start to delivery. */
  readonly deliveryInDays: number
  readonly pictures: readonly string[]
}

/** One parcel of a kind of goods. The same stream of random numbers gives the same parcel. */
function parcelOf(good: Good, random: Random): Parcel {
  const sale = SALES[good.sale]
  const size = SIZES[good.size](random)
  const volume = Math.round(between(random, ...good.quantity) * 1000) / 1000
  const grade = pick(random, good.grades)
  const steps = stepsFor(good, good.grades.indexOf(grade), random)
  const startPrice = minor(steps * good.step * 100)
  const addRange = minor(good.step * 100)
  const [zh, en] = pick(random, ABOUT_GOODS[good.category])
  const [areaZh, areaEn] = ABOUT_AREA[sale.area]
  const [speciesZh, speciesEn] = SPECIES[good.species]
  const [originZh, originEn] = ORIGIN[good.origin]
  const [categoryZh, categoryEn] = CATEGORY[good.category]
  return {
    nameZh: `${originZh}${speciesZh}${categoryZh}`,
    nameEn: `${speciesEn} ${categoryEn}, ${originEn}`,
    species: good.species,
    origin: good.origin,
    grade,
    category: good.category,
    tradeArea: sale.area,
    tradeClause: sale.clause,
    tradeMode: sale.mode,
    departurePort: good.from,
    arrivalPort: good.to,
    deliveryPlace: sale.place,
    paymentTerms: sale.payment,
    length: size.length,
    thickness: size.thickness,
    width: size.width,
    diameter: size.diameter,
    humidity: size.humidity,
    pieces: piecesIn(size, volume, random),
    supplementaryZh: `${zh}${areaZh}`,
    supplementaryEn: `${en} ${areaEn}`,
    currency: sale.currency,
    unit: 'm3',
    quantity: milli(Math.round(volume * 1000)),
    startPrice,
    addRange,
    // Some sellers set a reserve, on the price grid, so that a bid can meet it exactly.
    reserve: random() < 0.25 ? minor(startPrice + addRange * whole(random, 2, 5)) : null,
    deliveryInDays: whole(random, sale.days[0], sale.days[1]),
    pictures: good.pictures.map((subject) =>
      fileName({
        stem: stemOf({ species: good.species, subject, seed: whole(random, 1, 0x7fff_ffff) }),
        thumb: false,
        format: 'avif',
      }),
    ),
  }
}

/** Better grades cost more within the price range. */
function stepsFor({ price: [low, high], step, grades }: Good, place: number, random: Random): number {
  const part = (high - low) / grades.length
  return Math.round((high - part * (place + random())) / step)
}

/** A catalogue: goods in turn, so that neighbours differ. */
export function catalogueOf(goods: readonly Good[], count: number, random: Random): Parcel[] {
  const parcels: Parcel[] = []
  while (parcels.length < count) {
    for (const good of shuffled(goods, random)) if (parcels.length < count) parcels.push(parcelOf(good, random))
  }
  return parcels
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
