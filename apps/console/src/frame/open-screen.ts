import { screens } from './screens.ts';

/** Reports whether the link to `path` is that of the address: the one of its screens that says most of it. */
export function isOpen(location: string, path: string): boolean {
  const isWithin = (one: string) => location === one || location.startsWith(`${one}/`);
  return (
    isWithin(path) &&
    !screens.some(
      (other) => other.group !== undefined && other.path.startsWith(`${path}/`) && isWithin(other.path),
    )
  );
}
