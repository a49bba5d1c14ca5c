import type { LotStatus, LotId } from '../../../domain/state.ts';
import type { Minor } from '../../../domain/units.ts';
import type { Terms } from '../../store/terms.ts';
import { priceOf } from './lot.ts';
import type { Standing } from './lot.ts';
import { isTerm } from './names.ts';
import type { TermKind } from './names.ts';

export interface Wanted {
  readonly species?: string | undefined;
  readonly origin?: string | undefined;
  readonly grade?: string | undefined;
  readonly tradeArea?: string | undefined;
  readonly status?: LotStatus | undefined;
  readonly keyword?: string | undefined;
  readonly minPrice?: Minor | undefined;
  readonly maxPrice?: Minor | undefined;
  readonly sort?: 'lotNo' | 'price' | '-price' | 'quantity' | '-quantity' | undefined;
}

/** What of a catalogue the caller asked for, in his order. `only`: watched ones. */
export function select(all: readonly Standing[], wanted: Wanted, terms: Terms, only: ReadonlySet<LotId> | null): readonly Standing[] {
  const fits = (kind: TermKind, code: string, asked: string | undefined) => asked === undefined || asked === '' || isTerm(terms, kind, code, asked);
  const words = (wanted.keyword ?? '').toLowerCase().split(/\s+/).filter((word) => word !== '');
  const chosen = all.filter((standing) => {
    const { row, lot } = standing;
    const price = priceOf(standing);
    return (only === null || only.has(row.id))
      && (wanted.status === undefined || (lot?.status ?? 'waiting') === wanted.status)
      && (wanted.minPrice === undefined || price >= wanted.minPrice)
      && (wanted.maxPrice === undefined || price <= wanted.maxPrice)
      && fits('species', row.species, wanted.species) && fits('origin', row.origin, wanted.origin)
      && fits('grade', row.grade, wanted.grade) && fits('tradeArea', row.tradeArea, wanted.tradeArea)
      && (words.length === 0 || matches(standing, words, terms));
  });
  return sorted(chosen, wanted.sort ?? 'lotNo');
}

/** Every word somewhere: in its names, species, origin or grade in either language, or as its number. */
function matches({ row }: Standing, words: readonly string[], terms: Terms): boolean {
  const named = (kind: TermKind, code: string) => {
    const names = terms.get(kind)?.get(code);
    return [code, names?.zh, names?.en];
  };
  const text = [row.nameZh, row.nameEn, ...named('species', row.species), ...named('origin', row.origin), ...named('grade', row.grade)]
    .join('\n').toLowerCase();
  return words.every((word) => text.includes(word) || word === String(row.position));
}

function sorted(chosen: readonly Standing[], sort: NonNullable<Wanted['sort']>): readonly Standing[] {
  const quantityOf = ({ row, lot }: Standing) => lot?.quantity ?? row.quantity;
  switch (sort) {
    // As they come: children after their parent.
    case 'lotNo': return chosen;
    case 'price': return chosen.toSorted((a, b) => priceOf(a) - priceOf(b));
    case '-price': return chosen.toSorted((a, b) => priceOf(b) - priceOf(a));
    case 'quantity': return chosen.toSorted((a, b) => quantityOf(a) - quantityOf(b));
    case '-quantity': return chosen.toSorted((a, b) => quantityOf(b) - quantityOf(a));
  }
}
