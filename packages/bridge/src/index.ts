// The public API of the package.
export { type Bridge, type BridgeOptions, createBridge, type Result } from './bridge.ts';
export {
  type Action,
  type AnswerData,
  actions,
  contract,
  type Payload,
  protocolVersion,
} from './contract.ts';
export { detectHost } from './detect.ts';
export { type FallbackSettings, type Navigation, webFallbacks } from './fallbacks.ts';
export { createFrameHost, type FrameHostOptions } from './frame-host.ts';
export { createHostEndpoint, Denied, type HostEndpoint, type HostOptions, type LogEntry } from './host.ts';
export {
  type BridgeError,
  bridgeErrors,
  type HostError,
  type HostEvent,
  hostErrors,
  type Rejection,
} from './message.ts';
export type { Misbehaviour } from './misbehave.ts';
export { androidTransport } from './transports/android.ts';
export { leavesWithin } from './transports/deep-link.ts';
export { iosTransport } from './transports/ios.ts';
export { simulatorTransport } from './transports/simulator.ts';
export type { HostWindow, Transport } from './transports/transport.ts';
