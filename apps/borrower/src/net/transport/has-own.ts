/** Polyfill for engines before Chrome 93: the hashing library uses `Object.hasOwn` as soon as it is loaded. */
if (!Object.prototype.hasOwnProperty.call(Object, 'hasOwn'))
  Object.defineProperty(Object, 'hasOwn', {
    value: (object: object, name: string) => Object.prototype.hasOwnProperty.call(object, name),
    configurable: true,
    writable: true,
  });
