import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { ExportQuery } from '@portal/contracts/custom-stats';
import type { Logger } from 'pino';
import type { StoredStat } from '@portal/persistence/custom-stats/statistics';
import { LOGGER } from '@portal/platform/tokens';
import { fileNameOf, streamedFile } from './export.js';
import { Queries } from './queries.js';

const MEDIA_TYPE = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

/** Streams whole results as files. */
@Injectable()
export class ExportService {
  constructor(
    private readonly queries: Queries,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Resolves with the first rows, so that a failed query is an error response. A later failure
   * aborts the transfer, so that no client takes a partial file for the whole.
   * @throws {ProblemException} as {@link Queries}
   */
  async export(
    stat: StoredStat,
    { timeout_seconds, batch_ids, start_date, end_date, ...written }: ExportQuery,
    userId: number,
    gone: AbortSignal,
  ): Promise<StreamableFile> {
    const query = await this.queries.check(stat.sql_query, userId, gone);
    const file = streamedFile(written, gone);
    const limits = {
      statId: stat.id,
      timeoutSeconds: timeout_seconds,
      values: { batch_ids, start_date, end_date },
      signal: gone,
    };
    const whole = this.queries.readAll(query, stat.project_id, limits, file.sink);
    whole.then(
      () => file.end(),
      (error: unknown) => {
        if (!gone.aborted) this.logger.info({ err: error, stat: stat.id }, 'an export was aborted');
        // Without an error: there may be no listener yet, and the process would crash.
        file.content.destroy();
      },
    );
    await Promise.race([file.started, whole]);
    return new StreamableFile(file.content, {
      type: MEDIA_TYPE[written.format],
      disposition: `attachment; filename="${fileNameOf(stat.name, written.format)}"`,
    });
  }
}
