import type sharp from 'sharp';

/**
 * The library that reads and writes pictures, loaded with the first one: it would cost every start 0.2 s. It uses one thread a
 * picture.
 */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp');
  loaded.concurrency(1);
  return loaded;
}
