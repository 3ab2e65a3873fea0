import { fixedSecret, type Secret } from '../platform/crypto/secrets.ts';
import { ConfigError } from '../platform/errors/config-error.ts';

/** A role in a brand, `*` for all brands. */
export interface GroupRole {
  readonly role: string;
  readonly brand: string;
}

/** The lender's directory of people (OpenID Connect), and what its groups may do. */
export interface DirectorySettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly rolesOfGroup: ReadonlyMap<string, readonly GroupRole[]>;
}

interface DirectoryEnvironment {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_GROUPS?: string | undefined;
}

/** Undefined: nobody signs in by a directory. Throws ConfigError. */
export function directorySettings(
  env: DirectoryEnvironment,
  sandbox: boolean,
): DirectorySettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env;
  const { OIDC_CLIENT_SECRET: clientSecret, OIDC_GROUPS: groups } = env;
  if (issuer === undefined) return undefined;
  if (!sandbox && !issuer.startsWith('https:')) throw new ConfigError('OIDC_ISSUER must be an https address');
  if (!clientId || !clientSecret || !groups)
    throw new ConfigError('OIDC_ISSUER also needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_GROUPS');
  return { issuer, clientId, clientSecret: fixedSecret(clientSecret), rolesOfGroup: readGroups(groups) };
}

/** Reads `group=role,group=role:brand`. Throws ConfigError. */
function readGroups(text: string): ReadonlyMap<string, readonly GroupRole[]> {
  const roles = new Map<string, GroupRole[]>();
  for (const part of text.split(',')) {
    const [, group, role, brand = '*'] = /^\s*([^=,]+)=([a-z][a-z-]*)(?::([a-z0-9-]+))?\s*$/.exec(part) ?? [];
    if (group === undefined || role === undefined)
      throw new ConfigError('OIDC_GROUPS must be group=role or group=role:brand, joined by commas');
    roles.set(group, [...(roles.get(group) ?? []), { role, brand }]);
  }
  return roles;
}
