import { Inject, Injectable } from '@nestjs/common';
import { readStoredFiles } from '@portal/persistence/figures/sizes';
import type { UploadStore } from '@portal/platform/upload-store';
import { Registry } from 'prom-client';
import { Reads } from '../../../db/pools.js';
import { UPLOAD_STORE } from '../../../platform/tokens.js';
import { gauge, type MetricsPart } from '../metrics-part.js';

/** What the store of uploads holds: the files of imports, as the database knows them. */
@Injectable()
export class UploadMetrics implements MetricsPart {
  readonly name = 'uploads';
  private readonly files;
  private readonly bytes;
  private readonly free;

  constructor(
    registry: Registry,
    private readonly reads: Reads,
    @Inject(UPLOAD_STORE) private readonly store: UploadStore,
  ) {
    this.files = gauge(registry, 'upload_store_files', 'Files of imports in the store of uploads');
    this.bytes = gauge(registry, 'upload_store_bytes', 'Size of these files');
    this.free = gauge(
      registry,
      'upload_store_free_bytes',
      'Free space on the disk of the store of uploads; absent for a bucket',
    );
    this.forget();
  }

  async read(): Promise<boolean> {
    const [{ files, bytes }, free] = await Promise.all([
      readStoredFiles(this.reads),
      this.store.freeBytes(),
    ]);
    this.files.set(files);
    this.bytes.set(bytes);
    if (free !== null) this.free.set(free);
    return true;
  }

  forget(): void {
    for (const each of [this.files, this.bytes, this.free]) each.remove();
  }
}
