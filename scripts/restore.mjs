/** `npm run restore -- FILE`: the data of a backup into an empty data directory. */
import { aboutOneFile } from './lib/backup-command.mjs';
import { say } from './lib/terminal.mjs';

const HELP = `Restores a backup of \`npm run backup\` into the data directory, which must be missing or empty.

  npm run restore -- FILE
  PORTAL_DATA_DIR=DIRECTORY npm run restore -- FILE`;

await aboutOneFile(HELP, async (file, storage, options) => {
  const { restoreBackup } = await import('@portal/launcher/backup/restore-backup');
  const { dataDir, uploadStore } = storage;
  const { manifest, uploads, hasSigningKey } = await restoreBackup(file, storage, options);
  say(`${dataDir} is as it was at ${manifest.started_at} or later, in version ${manifest.portal}`);
  if (manifest.uploads !== 'here') {
    say(`The uploaded files are in ${manifest.uploads}: set UPLOAD_STORE as before.`);
  } else if (uploadStore.kind === 's3') {
    say(
      `The uploaded files are in ${uploads}: copy them into ${uploadStore.bucket} before the start.`,
    );
  }
  if (!hasSigningKey) say('JWT_SECRET is not in the backup: set it as before.');
  const variable = process.env.PORTAL_DATA_DIR ? `PORTAL_DATA_DIR=${dataDir} ` : '';
  say(`Start the portal: ${variable}npm start`);
});
