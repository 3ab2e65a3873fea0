/**
 * `npm run bench -- captcha`: measures how many captchas a common OCR engine reads, unchanged and with the thin lines removed.
 * Needs `tesseract` and ImageMagick's `convert` on the PATH; without them it prints a line and measures nothing.
 */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawCaptcha } from '../apps/server/src/messaging/captcha/draw.ts';
import { alphabet } from '../apps/server/src/messaging/captcha/strokes.ts';
import { storeResults } from './rig/results.ts';

const pictures = 200;

function has(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function readBy(file: string): string {
  const options = [file, '-', '--psm', '7', '-c', `tessedit_char_whitelist=${alphabet}`];
  const output = execFileSync('tesseract', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  return output.toString().replace(/\s/g, '');
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-captcha-'));
  const solved = { asDrawn: 0, withoutLines: 0 };
  try {
    for (let index = 0; index < pictures; index += 1) {
      const signs = Array.from({ length: 4 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
      const drawn = join(folder, 'drawn.png');
      const cleaned = join(folder, 'cleaned.png');
      writeFileSync(drawn, await drawCaptcha(signs));
      const steps = [
        '-colorspace',
        'Gray',
        '-auto-level',
        '-threshold',
        '60%',
        '-morphology',
        'Close',
        'Disk:2.6',
      ];
      execFileSync('convert', [drawn, ...steps, cleaned]);
      if (readBy(drawn) === signs) solved.asDrawn += 1;
      if (readBy(cleaned) === signs) solved.withoutLines += 1;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(
    `captchas read by tesseract, of ${pictures}: ${solved.asDrawn} as drawn, ${solved.withoutLines} without lines`,
  );
  storeResults('captcha', { pictures, solved });
}

if (has('tesseract') && has('convert')) await measure();
else console.log('captcha: tesseract or convert is not installed, nothing was measured');
