import * as v from 'valibot';
import { text } from '../fields/fields.ts';

const value = v.optional(text(200));

/** The context as the server reads it. Each value is text of at most 200 characters. */
export const contextSchema = v.object({
  appVersion: value,
  deviceName: value,
  deviceId: value,
  osVersion: value,
  sessionId: value,
  adId: value,
  appName: value,
  merchantNumber: value,
  lang: value,
});
