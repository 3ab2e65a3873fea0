/** Before Chrome 93 it is missing, and the library that hashes asks for it as soon as it is loaded. */
if (!('hasOwn' in Object))
  Object.defineProperty(Object, 'hasOwn', {
    value: (of: object, name: string) => Object.prototype.hasOwnProperty.call(of, name),
    configurable: true,
    writable: true,
  });
