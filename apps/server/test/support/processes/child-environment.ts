/**
 * The variables that a started program takes from the test's own environment: the search path for programs,
 * and where Node caches compiled modules, so that a start does not compile the whole server again. The test
 * sets our own settings.
 */
export function childEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE ? { PATH, NODE_COMPILE_CACHE } : { PATH };
}
