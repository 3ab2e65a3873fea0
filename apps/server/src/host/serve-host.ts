import type { House } from '../house.ts';

/** The simulated native app, on an origin of its own. */
export interface HostServer {
  readonly origin: string;
  url(appPort: number): string;
  close(): Promise<void>;
}

export async function serveHost(_house: House): Promise<HostServer> {
  return { origin: '', url: (port) => `http://localhost:${port}/main`, close: async () => undefined };
}
