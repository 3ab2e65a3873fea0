import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

const galleries = [
  { app: 'borrower', width: 360, height: 640 },
  { app: 'console', width: 960, height: 480 },
] as const;

/** Serves a built gallery to a page: no server, and no port. */
async function serve(page: Page, folder: string): Promise<void> {
  await page.route('http://gallery.example/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname === '/' ? '/index.html' : pathname;
    return route.fulfill({
      body: readFileSync(join(folder, file)),
      contentType: types[extname(file)] ?? 'application/octet-stream',
    });
  });
}

/** The browser draws a rounded corner with one or two levels of 255 more or less from run to run. No eye sees five. */
const threshold = 0.02;

for (const { app, width, height } of galleries)
  test(`each component of the ${app} looks as in its picture [T11${app === 'borrower' ? '43' : '44'}]`, {
    tag: '@verify',
  }, async ({ page }) => {
    const folder = join(root, '.state/gallery', app);
    await build({
      root: join(root, `apps/${app}/gallery`),
      configFile: join(root, `apps/${app}/gallery/vite.config.ts`),
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, minify: false, assetsInlineLimit: 0 },
    });
    await serve(page, folder);
    await page.setViewportSize({ width, height });
    await page.goto('http://gallery.example/');
    const names = await page.getByRole('navigation').getByRole('link').allTextContents();
    expect(names.length).toBeGreaterThan(10);
    const pictures: string[] = [];
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const name of names) {
      await page.goto(`http://gallery.example/?page=${name}`);
      await page.evaluate('document.fonts.ready');
      // Its script is loaded with the first dialog.
      if (name === 'Dialogs' || name === 'Popovers') await expect(page.getByRole('dialog')).toBeVisible();
      if (name === 'Menus') await expect(page.getByRole('menu')).toBeVisible();
      if (name === 'LoadingShapes') await expect(page.getByText('Borrower')).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const picture = `${app}-${name.toLowerCase()}-${colorScheme}.png`;
        pictures.push(picture);
        const screen = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
        expect.soft(screen).toMatchSnapshot(picture, { threshold, maxDiffPixels: 0 });
      }
    }
    // No picture of a component that is gone.
    const kept = readdirSync(join(root, 'e2e/gallery-pictures')).filter((file) => file.startsWith(`${app}-`));
    expect(kept.sort()).toEqual(pictures.sort());
  });
