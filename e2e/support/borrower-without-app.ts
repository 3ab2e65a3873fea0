import type { Demo, Hiram } from './hiram.ts';

/** A borrower whose session no native app has used yet: a browser's first document has their view. */
export async function borrowerWithoutApp(
  hiram: Hiram,
  options: Parameters<Hiram['borrower']>[0],
): Promise<Demo> {
  const response = await fetch(`${hiram.origin}/api/sandbox/borrower`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(options),
  });
  const { data }: { data: Demo } = JSON.parse(await response.text());
  return data;
}
