import { type FilesPort, folderFiles } from './ports/files.ts';
import type { S3Settings } from './s3/s3-url.ts';

/** The store of pictures: S3 if it is configured, else the folder. */
export async function openFiles(s3: S3Settings | undefined, folder: string): Promise<FilesPort> {
  if (!s3) return folderFiles(folder);
  // The client takes a tenth of a server's start, so it is loaded only where it is used.
  const { s3Files } = await import('./s3/s3-files.ts');
  return s3Files(s3);
}
