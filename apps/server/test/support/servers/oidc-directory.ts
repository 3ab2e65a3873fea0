import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface DirectoryUser {
  readonly email: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly isUnverified?: boolean;
}

/** A real OpenID provider, in which whoever `current` names is signed in at once. */
export interface OidcDirectory {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The users by their ids, and who signs in next; undefined: the person refuses. */
  readonly users: Map<string, DirectoryUser>;
  current: string | undefined;
  stop(): Promise<void>;
}

/** Starts the provider. `redirectUri`: where the console takes its answer. */
export async function startOidcDirectory(redirectUri: () => string): Promise<OidcDirectory> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const directory: OidcDirectory = {
    issuer,
    clientId: 'console',
    clientSecret: 'the-secret-of-the-console-at-the-directory',
    users: new Map(),
    current: undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  let provider: Provider | undefined;
  server.on('request', (request, response) => {
    provider ??= createProvider(directory, redirectUri());
    const started = provider;
    if (request.url?.startsWith('/interaction/'))
      void started.interactionDetails(request, response).then(async ({ params, grantId }) => {
        const accountId = directory.current;
        if (accountId === undefined)
          return started.interactionFinished(request, response, { error: 'access_denied' });
        const grant =
          (grantId === undefined ? undefined : await started.Grant.find(grantId)) ??
          new started.Grant({ accountId, clientId: directory.clientId });
        grant.addOIDCScope(String(params.scope));
        return started.interactionFinished(request, response, {
          login: { accountId },
          consent: { grantId: await grant.save() },
        });
      });
    else void started.callback()(request, response);
  });
  return directory;
}

function createProvider(directory: OidcDirectory, redirectUri: string): Provider {
  return new Provider(directory.issuer, {
    clients: [
      {
        client_id: directory.clientId,
        client_secret: directory.clientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ['a key for the cookies of the tests'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => {
      const user = directory.users.get(accountId);
      if (!user) return undefined;
      const { email, name, groups, isUnverified = false } = user;
      return {
        accountId,
        claims: () => ({ sub: accountId, email, email_verified: !isUnverified, name, groups: [...groups] }),
      };
    },
  });
}
