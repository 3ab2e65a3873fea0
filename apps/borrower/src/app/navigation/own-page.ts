/**
 * Returns the path, query and fragment of a page of this app, or undefined if a browser would navigate elsewhere. It
 * uses the URL parser, because a pattern cannot account for everything the parser does: it drops tabs and line ends,
 * reads `\` as `/`, and resolves dots, so that `/<tab>/host` and the path of `/.//host` lead to another host.
 */
export function ownPage(link: string, origin: string = location.origin): string | undefined {
  if (link.charAt(0) !== '/') return undefined;
  try {
    const { origin: targetOrigin, pathname, search, hash } = new URL(link, origin);
    // A path that starts with two slashes is read as a host when it is resolved again.
    return targetOrigin === origin && pathname.slice(0, 2) !== '//' ? pathname + search + hash : undefined;
  } catch {
    return undefined;
  }
}
