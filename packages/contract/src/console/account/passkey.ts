import * as v from 'valibot';

/** Binary data of the browser's credentials: base64url without padding. */
const bytes = (max: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(max, 'is too long'));

const descriptor = v.object({
  id: v.string(),
  type: v.literal('public-key'),
  transports: v.optional(v.array(v.string())),
});

/** `PublicKeyCredentialRequestOptionsJSON` for `navigator.credentials.get`. */
export const passkeyRequest = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
  /** Empty: any discoverable passkey of the origin. */
  allowCredentials: v.array(descriptor),
});
export type PasskeyRequest = v.InferOutput<typeof passkeyRequest>;

/** `PublicKeyCredentialCreationOptionsJSON` for `navigator.credentials.create`. */
export const passkeyCreation = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.number(),
  attestation: v.literal('none'),
  excludeCredentials: v.array(descriptor),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
});
export type PasskeyCreation = v.InferOutput<typeof passkeyCreation>;

const transport = v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/**
 * `RegistrationResponseJSON`: what the browser answers to `passkeyCreation`. Fields that the server does not
 * need are dropped.
 */
export const newPasskey = v.object({
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(40_000),
    transports: v.optional(v.pipe(v.array(transport), v.maxLength(8))),
  }),
});
export type NewPasskey = v.InferOutput<typeof newPasskey>;

/**
 * `AuthenticationResponseJSON`: what the browser answers to `passkeyRequest`. Fields that the server does not
 * need are dropped.
 */
export const passkeyAssertion = v.object({
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: bytes(8_000),
    authenticatorData: bytes(8_000),
    signature: bytes(8_000),
    userHandle: v.optional(bytes(128)),
  }),
});
export type PasskeyAssertion = v.InferOutput<typeof passkeyAssertion>;
