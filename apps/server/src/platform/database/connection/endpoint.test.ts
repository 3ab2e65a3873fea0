import { expect, test } from 'vitest';
import { endpointOf, inSchema } from './endpoint.ts';

test('an address names a schema, which comes before public in every connection [T1933]', () => {
  expect(endpointOf('postgres://a@b/c')).toEqual({ connectionString: 'postgres://a@b/c' });
  const searchPath = encodeURIComponent('-c search_path=cell_1,public');
  for (const [url, rest] of [
    ['postgres://a@b/c?schema=cell_1', 'postgres://a@b/c?'],
    ['postgres://a@b/c?schema=cell_1&sslmode=require', 'postgres://a@b/c?sslmode=require&'],
    ['postgres://a@b/c?sslmode=require&schema=cell_1', 'postgres://a@b/c?sslmode=require&'],
  ] as const)
    expect(endpointOf(url)).toEqual({ connectionString: `${rest}options=${searchPath}` });
  expect(inSchema({ host: '/tmp', options: '-c jit=off' }, 'cell_1')).toEqual({
    host: '/tmp',
    options: '-c jit=off -c search_path=cell_1,public',
  });
  expect(endpointOf('postgres://a@b/c?options=-c%20jit%3Doff&schema=cell_1').connectionString).toBe(
    `postgres://a@b/c?options=-c%20jit%3Doff${encodeURIComponent(' -c search_path=cell_1,public')}`,
  );
  expect(endpointOf('postgres://a@b/c?schema=public')).toEqual({ connectionString: 'postgres://a@b/c' });
  for (const wrong of ['Cell', 'jobs', 'pg_x', '1a', 'a;b', '', 'a'.repeat(40)])
    expect(() => endpointOf(`postgres://a@b/c?schema=${wrong}`)).toThrow('is no name of a schema');
});
