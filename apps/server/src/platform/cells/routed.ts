/** An object whose properties are those of whichever object is current when they are read. */
export function routed<Target extends object>(current: () => Target): Target {
  return new Proxy<Target>(Object.create(null), {
    get(_none, key) {
      const target = current();
      const value: unknown = Reflect.get(target, key);
      // A Map's methods work on itself alone.
      return typeof value === 'function' ? value.bind(target) : value;
    },
    has: (_none, key) => Reflect.has(current(), key),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor(_none, key) {
      const found = Reflect.getOwnPropertyDescriptor(current(), key);
      return found && { ...found, configurable: true };
    },
  });
}
