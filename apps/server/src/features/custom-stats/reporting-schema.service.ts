import { Injectable } from '@nestjs/common';
import type { ReportingSchema } from '@portal/contracts/custom-stats';
import { REPORTING_VIEWS } from '@portal/persistence/reporting/views';
import { DICTIONARY } from '@portal/persistence/reporting/dictionary';
import { QUERY_EXAMPLES } from '@portal/persistence/reporting/examples';
import { readViewColumns } from '@portal/persistence/reporting/view-columns';
import { functionNames } from '@portal/sql-guard/functions';
import { type Placeholder, PLACEHOLDERS, written } from '@portal/sql-guard/placeholders';
import { Reads } from '../../db/pools.js';

const MEANING: Record<Placeholder, string> = {
  project_id: 'The current project; 0 for all projects',
  start_date: 'The first day of the date filter, a date; null without one',
  end_date: 'The last day of the date filter, a date; null without one',
  batch_ids: 'The batches of the batch filter, an array of bigint; null without a filter',
};

/** The views, functions and placeholders that custom SQL can use. */
@Injectable()
export class ReportingSchemaService {
  private schema: Promise<ReportingSchema> | undefined;

  constructor(private readonly reads: Reads) {}

  /** Read once: it changes only with the version of the portal. */
  get(): Promise<ReportingSchema> {
    this.schema ??= this.read().catch((error: unknown) => {
      this.schema = undefined;
      throw error;
    });
    return this.schema;
  }

  private async read(): Promise<ReportingSchema> {
    const columns = await readViewColumns(this.reads);
    return {
      views: REPORTING_VIEWS.map(({ name }) => {
        const entry = DICTIONARY[name];
        return {
          name,
          description: entry?.about ?? '',
          columns: columns
            .filter(({ view }) => view === name)
            .map((column) => ({
              name: column.name,
              type: column.type,
              description: entry?.columns[column.name] ?? '',
            })),
        };
      }),
      functions: [...functionNames()].sort(),
      placeholders: PLACEHOLDERS.map((name) => ({
        name: written(name),
        description: MEANING[name],
      })),
      examples: QUERY_EXAMPLES.map(({ sql: text, chartTypes, aggregationColumn, ...example }) => ({
        ...example,
        sql_query: text,
        supported_chart_types: [...chartTypes],
        default_chart_type: chartTypes[0] ?? 'table',
        aggregation_column: aggregationColumn,
      })),
    };
  }
}
