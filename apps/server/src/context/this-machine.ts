/** Reports whether the host is this machine. Only a proxy on it may lead further: `remoteWithoutTls` finds that. */
export function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
}
