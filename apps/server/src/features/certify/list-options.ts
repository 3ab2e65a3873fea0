import type { certifyOptions } from '@hiram/contract/certify';
import type { Handler } from '../../api/serve.ts';
import { placesBelow } from '../../brands/markets/geography.ts';
import { markets } from '../../brands/markets/markets.ts';
import { NotFound } from '../../platform/errors/rejection.ts';

/** The options of a form's item, and the places below a place. */
export const listOptions: Handler<typeof certifyOptions> = async ({ kind, parent }, { brand }) => {
  if (kind === 'city-select') {
    const places = placesBelow(markets[brand.market].country, parent);
    if (!places) throw new NotFound('place');
    return {
      list: places.map(({ code, name, also }) => ({
        value: code,
        name,
        ...(also ? { otherNames: also } : {}),
      })),
    };
  }
  const items = Object.values(brand.forms).flatMap((step) => step.items);
  if (parent !== undefined && parent !== '') {
    const item = items.find((candidate) => candidate.code === parent && candidate.cate === 'enum');
    if (!item || kind !== 'enumeration') throw new NotFound('item');
    return { list: item.note.map(([value, name]) => ({ value, name })) };
  }
  const cate = kind === 'enumeration' ? 'enum' : kind;
  return {
    list: items.filter((item) => item.cate === cate).map((item) => ({ value: item.code, name: item.title })),
  };
};
