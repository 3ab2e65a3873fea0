export function createCpuMeter(): {
  ownSeconds(): number | undefined;
  start(pid: number): () => number | undefined;
};
