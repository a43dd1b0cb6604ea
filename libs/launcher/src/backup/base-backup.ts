import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { Readable } from 'node:stream';
import pg from 'pg';
import { BackupError } from './backup-error.js';

/** The files of a running cluster, on a connection of its own. */
export interface BaseBackup {
  /** As `18.4`. */
  readonly postgres: string;
  readonly systemIdentifier: string;
  /**
   * A tar archive: the files in the order in which they were read, then the WAL that makes them one state. It
   * is at the end if the server has sent everything; else it fails.
   */
  readonly tar: Readable;
  /** The expected bytes of the archive without the WAL; undefined until the first of them arrives. */
  readonly expectedBytes: number | undefined;
  /** Ends the connection, and with it what the server still does and keeps for this backup. */
  close(): Promise<void>;
}

/**
 * Makes PostgreSQL send a base backup, as pg_basebackup does. The temporary slot keeps the WAL from here on
 * until the connection ends, however it ends.
 * @param url of an owner, who may replicate
 * @param signal ends the archive with an error
 */
export async function startBaseBackup(url: string, signal: AbortSignal): Promise<BaseBackup> {
  const client = new pg.Client({
    connectionString: `${url}?replication=true`,
    application_name: 'portal backup',
  });
  const tar = new BaseBackupTar({ signal });
  // The stream reports it; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const slot = `portal_backup_${randomBytes(6).toString('hex')}`;
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`);
    const system = await client.query<{ systemid: string }>('IDENTIFY_SYSTEM');
    const server = await client.query<{ server_version: string }>('SHOW server_version');
    client.query(tar);
    return {
      postgres: server.rows[0]?.server_version.split(' ')[0] ?? '',
      systemIdentifier: system.rows[0]?.systemid ?? '',
      tar,
      get expectedBytes() {
        return tar.expectedBytes;
      },
      close: () => client.end(),
    };
  } catch (error) {
    // Never answered if there was no connection.
    void client.end();
    throw unreadable(error);
  }
}

/** The files alone: the manifest would name every file with a checksum, and the backup has one for all. */
const COMMAND = "BASE_BACKUP (LABEL 'portal', CHECKPOINT 'fast', PROGRESS, WAL, MANIFEST 'no')";

const ARCHIVE_DATA = 'd'.charCodeAt(0);

/** The messages that pg passes on while the command runs. */
class BaseBackupTar extends Readable implements pg.Submittable {
  expectedBytes: number | undefined;
  private connection: Duplex | undefined;

  submit(connection: pg.Connection): void {
    this.connection = connection.stream;
    connection.query(COMMAND);
  }

  /** The server sends no faster than the archive is read. */
  override _read(): void {
    this.connection?.resume();
  }

  handleRowDescription(): void {
    // The columns are known: position and timeline; then oid, path and kilobytes of each tablespace.
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (fields.length !== 3) return;
    const [oid, , kilobytes] = fields;
    if (oid === null) this.expectedBytes = Number(kilobytes) * 1024;
    else
      this.destroy(new BackupError('The database has tablespaces, which no backup can contain.'));
  }

  /** A letter, then what it says: the bytes of the archive, its name, or the progress. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] !== ARCHIVE_DATA) return;
    // A copy: the parser uses its buffer again.
    if (!this.push(Buffer.from(chunk.subarray(1)))) this.connection?.pause();
  }

  handleCommandComplete(): void {
    // One of several results; the last one is ready for the next query.
  }

  handleReadyForQuery(): void {
    // A paused connection does not hear that it ends.
    this.connection?.resume();
    this.push(null);
  }

  handleError(error: Error): void {
    this.connection?.resume();
    this.destroy(unreadable(error));
  }
}

function unreadable(error: unknown): BackupError {
  const reason = error instanceof Error ? error.message : String(error);
  return new BackupError(`The database could not be read: ${reason}.`, { cause: error });
}
