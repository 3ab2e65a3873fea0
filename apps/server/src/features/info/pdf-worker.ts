import { parentPort } from 'node:worker_threads';
import { contractPdf, type PrintedContract } from './contract-pdf.ts';

/** Renders contracts outside of the server's event loop (`pdf-renderer.ts`). */
parentPort?.on('message', (contract: PrintedContract) => {
  contractPdf(contract).then(
    (pdf) => parentPort?.postMessage({ pdf }),
    (error: unknown) => parentPort?.postMessage({ failed: String(error) }),
  );
});
