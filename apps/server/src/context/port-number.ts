import * as v from 'valibot';

/** A port as the environment names it. */
export const portNumber = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535));
