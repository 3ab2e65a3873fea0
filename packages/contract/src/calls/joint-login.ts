import * as v from 'valibot';
import { empty, idOf, ordinal, text } from '../fields/fields.ts';
import { recommendedProduct } from '../shapes/recommended-product.ts';
import { call } from '../wire/call.ts';
import { named, object, strictObject } from '../wire/wire.ts';

const key = v.pipe(text(64), v.minLength(1));

/** JLF-01: why a partner could not sign the borrower in, and alternative products. Without `orderId`: the latest failure. */
export const jointFailure = call({
  name: 'jointFailure',
  path: '/v3/joint-login/failure',
  input: v.strictObject({ productId: v.optional(idOf<'product'>()), orderId: v.optional(idOf<'order'>()) }),
  output: object({
    notice: named('noticeMsg', v.string()),
    reason: named('errorMsg', v.string()),
    recommendedProducts: named('recProducts', v.array(recommendedProduct)),
    servicePhone: named('telephone', v.string()),
    /** [ours] The key of the partner, if another try can go well. */
    retry: v.optional(key),
  }),
});

/** JLF-02: counts a tap on a product. */
export const jointClick = call({
  name: 'jointClick',
  path: '/v3/joint-login/click',
  input: strictObject({
    module: named('moduleId', ordinal),
    position: named('positionId', ordinal),
    key,
  }),
  output: empty,
  rejections: { notOffered: '30301' },
});

/** JLF-02: the link of the tapped product. The page passes a link that is not http to the bridge. */
export const jointProductLink = call({
  name: 'jointProductLink',
  path: '/v3/joint-login/product-link',
  input: v.strictObject({ key }),
  output: v.object({ url: v.string() }),
  rejections: { notOffered: '30301', linkRefused: '30302' },
});
