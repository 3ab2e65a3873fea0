/**
 * A page of ours as path, query and fragment, or undefined for whatever a browser would take elsewhere. The parser itself
 * is asked: a pattern over the text cannot know that it leaves out tabs and line ends, takes `\` for `/`, and walks dots,
 * so that `/<tab>/host` and the path of `/.//host` lead to another host.
 */
export function ownPage(link: string, origin: string = location.origin): string | undefined {
  if (link.charAt(0) !== '/') return undefined;
  try {
    const { origin: leadsTo, pathname, search, hash } = new URL(link, origin);
    // A path of two slashes is a host to whoever resolves it once more.
    return leadsTo === origin && pathname.slice(0, 2) !== '//' ? pathname + search + hash : undefined;
  } catch {
    return undefined;
  }
}
