import type { HostWindow } from '@hiram/bridge/transports/transport';

declare global {
  interface Window extends HostWindow {}
}
