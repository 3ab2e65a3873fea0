import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Frame } from './recording.ts';

/** The height of the caption above the phone's screen, in pixels. A thin border surrounds the other sides. */
const captionHeight = 56;
const border = 8;

const style = `
  * { box-sizing: border-box; margin: 0 }
  body { background: #e8eaf0; font: 600 19px/1.2 system-ui, sans-serif; color: #1c2230 }
  main { display: inline-flex }
  section { padding: 0 ${border}px ${border}px }
  h1 { height: ${captionHeight}px; display: flex; align-items: center; gap: 10px; font: inherit }
  b { flex: none; width: 28px; height: 28px; border-radius: 14px; background: #1c2230; color: #fff; text-align: center; line-height: 28px }
  figure { position: relative; overflow: hidden; border-radius: 14px; border: 1px solid #b9bfcc; background: #fff }
  img { display: block; width: 100% }
  i { position: absolute; width: 44px; height: 44px; margin: -22px; border-radius: 22px; background: rgb(28 34 48 / 35%); border: 2px solid #fff }
`;

function phone({ screen, step, caption, tap }: Frame, width: number): string {
  const finger = tap ? `<i style="left:${tap.x}px;top:${tap.y}px"></i>` : '';
  const source = `data:image/png;base64,${screen.toString('base64')}`;
  return `<section style="width:${width + 2 * border + 2}px"><h1><b>${step}</b>${caption}</h1><figure><img src="${source}" alt="">${finger}</figure></section>`;
}

/** Draws phones beside each other as one PNG. `page` is a blank page; `width` is the phone's width in CSS pixels. */
async function draw(page: Page, frames: readonly Frame[], width: number): Promise<Buffer> {
  const phones = frames.map((frame) => phone(frame, width)).join('');
  // `setContent` waits for the load event, so all pictures have loaded.
  await page.setContent(`<style>${style}</style><main>${phones}</main>`);
  return page.locator('main').screenshot();
}

/** Writes the frames as an animation that starts over at its end, as WebP. */
export async function writeAnimation(
  page: Page,
  frames: readonly Frame[],
  width: number,
  file: string,
): Promise<void> {
  const drawn: Buffer[] = [];
  for (const frame of frames) drawn.push(await draw(page, [frame], width));
  await sharp(drawn, { join: { animated: true } })
    .webp({
      quality: 72,
      effort: 4,
      minSize: true,
      mixed: true,
      loop: 0,
      delay: frames.map((frame) => frame.milliseconds),
    })
    .toFile(file);
}

/** Writes frames side by side as one still picture, for readers who prefer no motion. */
export async function writeStill(
  page: Page,
  frames: readonly Frame[],
  width: number,
  file: string,
): Promise<void> {
  await writePicture(await draw(page, frames, width), file);
}

/** Writes a screenshot as WebP. */
export async function writePicture(screenshot: Buffer, file: string): Promise<void> {
  await sharp(screenshot).webp({ quality: 78, effort: 6 }).toFile(file);
}
