import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { defineCommand } from '../command.ts';
import { anyText, id, required } from '../parameters.ts';

export const receipt = defineCommand({
  name: 'payments receipt',
  summary: "save the picture of a transfer's receipt",
  description: 'The file must be new. It is readable only for the user that runs the command.',
  arguments: { transfer: required('ID', 'as `payments list` shows it', id<'transfer'>) },
  options: { to: required('FILE', 'a new file, a JPEG', anyText) },
  examples: ['payments receipt ID --to receipt.jpg'],
  async run({ transfer, to }, session) {
    const { result: bytes } = await session.withApp(async ({ db, ports: { files } }) => {
      const picture = await db
        .selectFrom('utr_submission')
        .innerJoin('picture', (join) =>
          join
            .onRef('picture.borrower_id', '=', 'utr_submission.borrower_id')
            .onRef('picture.id', '=', 'utr_submission.picture_id'),
        )
        .select('picture.file')
        .where('utr_submission.id', '=', transfer)
        .executeTakeFirst();
      return picture && (await files.get(picture.file));
    });
    if (!bytes) throw new Error(`${transfer} has no picture.`);
    const file = resolve(session.folder, to);
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
    return {
      data: { transfer, file, bytes: bytes.length },
      lines: [`${file}: ${bytes.length} bytes, a JPEG.`],
    };
  },
});
