// The package's public face.
export { type Bridge, type BridgeOptions, createBridge, type Result } from './bridge.ts';
export {
  type Action,
  actions,
  type BridgeError,
  bridgeErrors,
  type HostEvent,
  type Payload,
  payloads,
  protocolVersion,
} from './contract.ts';
export { detectHost } from './detect.ts';
export { type FallbackSettings, type Navigation, webFallbacks } from './fallbacks.ts';
export { createHostEndpoint, type HostEndpoint, type HostOptions, type LogEntry } from './host.ts';
export { androidTransport } from './transports/android.ts';
export { iosTransport } from './transports/ios.ts';
export { simulatorTransport } from './transports/simulator.ts';
export type { HostWindow, Transport } from './transports/transport.ts';
