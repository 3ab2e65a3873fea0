/**
 * What a program that a test starts takes from the test's own environment: where programs lie, and where Node keeps compiled
 * modules, so that a start does not compile the whole server again. Settings of ours are given by the test alone.
 */
export function childEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE ? { PATH, NODE_COMPILE_CACHE } : { PATH };
}
