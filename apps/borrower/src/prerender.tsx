import { prerender } from 'react-dom/static';
import { screens } from './screens.ts';
import { Shell, type ShellName } from './shell/shells.tsx';

async function render(name: ShellName): Promise<string> {
  const { prelude } = await prerender(<Shell name={name} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  return new Response(prelude).text();
}

/** Every route with its screen's module and the HTML of its skeleton. */
export async function prerenderRoutes(): Promise<{
  routes: Record<string, { module: string; shell: string }>;
}> {
  const routes: Record<string, { module: string; shell: string }> = {};
  for (const [path, screen] of Object.entries(screens))
    routes[path] = { module: screen.module, shell: await render(screen.shell) };
  return { routes };
}
