import * as v from 'valibot';

/** A picture's file in a multipart call: JPEG, PNG or WebP, at most 10 MB and 40 megapixels. */
export const pictureFile = v.custom<Blob>((value) => typeof value === 'object');

/** The answer to an uploaded picture: its address, which shows it to its owner alone for a limited time. */
export const uploadedPicture = v.object({ url: v.string() });

export const pictureRejections = {
  noPicture: '61101',
  notAPicture: '61102',
  heicPicture: '61103',
  pictureTooLarge: '61104',
  pictureTooManyPixels: '61105',
  tooManyUploads: '61106',
} as const;
