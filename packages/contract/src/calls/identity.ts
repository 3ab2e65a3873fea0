import * as v from 'valibot';
import { nothing, text, whole } from '../fields/fields.ts';
import { stepProgress } from '../shapes/form.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, object, strictObject } from '../wire/wire.ts';

/** The pictures of an identity check. */
export const identityParts = ['front', 'back', 'selfie'] as const;
export type IdentityPart = (typeof identityParts)[number];
const part = v.picklist(identityParts);

/**
 * The step of the certification in which a borrower sends pictures of an identity document. `kinds` is empty where the brand asks
 * for none. `state` is of the newest check that was sent.
 */
export const identityStep = call({
  name: 'identityStep',
  path: '/v3/certify/identity',
  input: nothing,
  output: object({
    kinds: v.array(object({ code: v.string(), name: v.string(), parts: v.array(part) })),
    state: v.picklist(['notAsked', 'none', 'open', 'verified', 'failed', 'unclear']),
    progress: stepProgress,
    /** The kind of document that the borrower's details name. */
    kind: v.optional(v.string()),
    /** The kind of document that was begun, and its pictures that arrived. */
    begun: v.optional(v.string()),
    received: v.array(part),
    /** Pictures that the lender asks for again. */
    asked: v.array(part),
    /** Tries of a picture after which it is sent as it is, whatever the phone says of it. */
    tries: whole,
  }),
});
export type IdentityStep = InternalValue<typeof identityStep.output>;

const closed = { identityDone: '70301', identityNotAsked: '70302' } as const;

/** Begins a check of a kind of document. Pictures that arrived stay if the kind is the same. */
export const identityBegin = call({
  name: 'identityBegin',
  path: '/v3/certify/identity-begin',
  idempotent: true,
  input: v.strictObject({ kind: text(40) }),
  output: object({ received: v.array(part) }),
  rejections: { ...closed, unknownDocument: '70303' },
});

/** One picture, multipart: JPEG, PNG or WebP, at most 10 MB and 40 megapixels. A later one takes the place of an earlier one. */
const upload = <const Name extends string>(name: Name, uploaded: IdentityPart) =>
  call({
    name,
    path: `/v3/certify/identity-${uploaded}`,
    encoding: 'multipart',
    idempotent: true,
    input: strictObject({ picture: v.custom<Blob>((value) => typeof value === 'object') }),
    output: object({ received: v.array(part) }),
    rejections: {
      ...closed,
      notBegun: '70304',
      pictureTooSmall: '70305',
      noPicture: '61101',
      notAPicture: '61102',
      heicPicture: '61103',
      pictureTooLarge: '61104',
      pictureTooManyPixels: '61105',
      tooManyUploads: '61106',
    },
  });
export const identityUploads = {
  front: upload('identityFront', 'front'),
  back: upload('identityBack', 'back'),
  selfie: upload('identitySelfie', 'selfie'),
} as const;

/** Sends the pictures that arrived of a kind of document to be checked. */
export const identitySubmit = call({
  name: 'identitySubmit',
  path: '/v3/certify/identity-submit',
  idempotent: true,
  input: v.strictObject({ kind: text(40) }),
  output: object({}),
  rejections: { ...closed, notBegun: '70304', pictureMissing: '70306' },
});
