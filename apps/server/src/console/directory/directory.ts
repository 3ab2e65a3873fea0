import * as openid from 'openid-client';
import type { DirectorySettings } from '../../context/directory-config.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { requestFrom } from '../../platform/http/request-from.ts';

const timeoutSeconds = 5;

/** The state of a sign-in that is kept until the directory answers. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The person who, by the directory, has signed in. */
export interface DirectoryPerson {
  /** Issuer and subject: what identifies the person, whatever their address becomes. */
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** The lender's directory, as an OpenID provider with authorization codes and PKCE. */
export interface Directory {
  /** The address for the browser, and the state to remember meanwhile. */
  begin(): Promise<{ readonly url: string; readonly pending: PendingSignIn }>;
  /** The person of an answer; undefined if the answer is not one to this sign-in. Throws Unavailable. */
  finish(answer: URL, pending: PendingSignIn): Promise<DirectoryPerson | undefined>;
}

/** `fetch` of the library. Throws a TypeError without an answer, as `fetch` does. */
const ask: openid.CustomFetch = async (url, { method, headers, body }) => {
  const request = {
    method: method === 'POST' ? 'POST' : 'GET',
    headers,
    body: body?.toString(),
    timeoutMs: timeoutSeconds * 1000,
    maxBytes: 1_000_000,
  } as const;
  const answer = await requestFrom('directory', url, request).catch((error: unknown) => {
    throw new TypeError('no answer', { cause: error });
  });
  return new Response(Uint8Array.from(answer.body), {
    status: answer.status,
    headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  });
};

/** The provider's metadata, read at the first sign-in and again after a failure. Throws Unavailable. */
function metadataOf({
  issuer,
  clientId,
  clientSecret,
}: DirectorySettings): () => Promise<openid.Configuration> {
  let discovered: Promise<openid.Configuration> | undefined;
  return () => {
    discovered ??= openid
      .discovery(new URL(issuer), clientId, clientSecret.current, undefined, {
        timeout: timeoutSeconds,
        // Each request, also a later one for a token, is a span and counts as an answer of a provider.
        [openid.customFetch]: ask,
        // Only a sandbox has an issuer without TLS.
        ...(issuer.startsWith('http:') ? { execute: [openid.allowInsecureRequests] } : {}),
      })
      .catch((error: unknown) => {
        discovered = undefined;
        throw new Unavailable('the directory does not answer', { cause: error });
      });
    return discovered;
  };
}

export function createDirectory(settings: DirectorySettings, returnUrl: () => string): Directory {
  const configuration = metadataOf(settings);
  return {
    async begin() {
      const config = await configuration();
      const pending = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: returnUrl(),
        scope: 'openid email profile groups',
        code_challenge: await openid.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
        state: pending.state,
        nonce: pending.nonce,
      });
      return { url: url.href, pending };
    },

    async finish(answer, { state, nonce, codeVerifier }) {
      const config = await configuration();
      try {
        const tokens = await openid.authorizationCodeGrant(config, answer, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) return undefined;
        // Many directories answer the address and the groups only there.
        const more = await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
        return personOf(settings.issuer, { ...claims, ...more });
      } catch (error) {
        if (error instanceof TypeError)
          throw new Unavailable('the directory does not answer', { cause: error });
        // The library rejects an answer that does not fit, and one in which the provider or the person refused.
        return undefined;
      }
    },
  };
}

function personOf(issuer: string, claims: openid.UserInfoResponse): DirectoryPerson | undefined {
  const { sub, email, name, groups } = claims;
  // An address that the directory did not verify may be another person's.
  if (typeof email !== 'string' || claims.email_verified === false) return undefined;
  return {
    subject: `${issuer} ${sub}`,
    email,
    name: typeof name === 'string' && name !== '' ? name.slice(0, 80) : email,
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [],
  };
}
