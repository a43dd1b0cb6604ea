import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { countEntry, type ArchiveEntry } from './archive-entry.js';
import { END, MANIFEST, type Manifest } from './manifest.js';

/** Writes a backup as a tar archive: the manifest, files and directories, the end with the checksum. */
export class ArchiveWriter {
  /** To be read while entries are added. */
  readonly tar = pack();
  private readonly hash = createHash('sha256');

  /** @param onBytes is told of the bytes of each piece of a file */
  constructor(private readonly onBytes: (bytes: number) => void) {}

  begin(manifest: Manifest): Promise<void> {
    return this.addText(MANIFEST, `${JSON.stringify(manifest, undefined, 2)}\n`);
  }

  /** @param content as long as the size of the entry */
  async add(entry: ArchiveEntry, content: AsyncIterable<unknown>): Promise<void> {
    countEntry(this.hash, entry);
    const measured = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.hash.update(chunk);
        this.onBytes(chunk.length);
        done(null, chunk);
      },
    });
    const { name, type, size } = entry;
    const mode = type === 'directory' ? 0o700 : 0o600;
    await pipeline(content, measured, this.tar.entry({ name, type, size, mode }));
  }

  addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    return this.add({ name, type: 'file', size: bytes.length }, Readable.from([bytes]));
  }

  async end(): Promise<void> {
    const sha256 = this.hash.copy().digest('hex');
    await this.addText(END, `${JSON.stringify({ sha256 })}\n`);
    this.tar.finalize();
  }
}
