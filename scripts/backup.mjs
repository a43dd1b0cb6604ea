/** `npm run backup -- FILE`: the data of the portal that `npm start` runs here, in one file. */
import { aboutOneFile, megabytes } from './lib/backup-command.mjs';
import { say } from './lib/terminal.mjs';

const HELP = `Writes the database, the uploaded files and the generated secrets of \`npm start\` into a new file, while
the portal runs or is stopped. Who can read the file can read everything.

  npm run backup -- FILE     for example portal-2026-11-26.tar.gz`;

await aboutOneFile(HELP, async (file, storage, options) => {
  const { withRunningDatabase } = await import('@portal/launcher/backup/running-database');
  const { writeBackup } = await import('@portal/launcher/backup/write-backup');
  const { noteBackup } = await import('@portal/persistence/last-backup');
  const { uploadStore } = storage;
  await withRunningDatabase(storage.dataDir, async (url) => {
    const { startedAt, bytes, hasSigningKey } = await writeBackup(
      { ...storage, url },
      file,
      options,
    );
    say(`${file}: ${megabytes(bytes)}, every change until ${startedAt.toISOString()} or later`);
    await noteBackup(url, startedAt);
    if (uploadStore.kind === 's3') {
      say(
        `Not in it are the uploaded files: they are in the bucket ${uploadStore.bucket}, which needs ` +
          'versions or copies of its own.',
      );
    }
    if (!hasSigningKey) say('Not in it is JWT_SECRET, which is in the environment: keep it, too.');
  });
});
