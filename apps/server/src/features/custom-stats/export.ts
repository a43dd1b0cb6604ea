import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { ExportQuery } from '@portal/contracts/custom-stats';
import { type CsvCell, csvLine } from '../../transport/csv.js';
import type { Cell } from '../../sandbox/cell.js';
import type { Column, Row, RowSink } from '../../sandbox/sandbox-query.js';
import { isNumeric } from './numeric-types.js';

type Format = ExportQuery['format'];

/** A file that grows while the rows come in. */
export interface GrowingFile {
  readonly content: Readable;
  readonly sink: RowSink;
  /** Resolves when the first rows are there. */
  readonly begun: Promise<void>;
  /** Writes the end of the file. */
  end(): void;
}

/** A reader that takes nothing for so long gives its place to others. */
const PATIENCE_MS = 30_000;
const BUFFERED_BYTES = 256 * 1024;

/** @param gone aborted when nobody reads the file any more */
export function growingFile(format: Format, gone: AbortSignal): GrowingFile {
  const content = new PassThrough({ highWaterMark: BUFFERED_BYTES });
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const lines = format === 'csv' ? new CsvLines() : new JsonLines();
  return {
    content,
    begun,
    sink: {
      begin(columns) {
        content.write(lines.begin(columns));
        begin();
      },
      async take(rows) {
        if (rows.length === 0 || content.write(lines.take(rows))) return;
        const signal = AbortSignal.any([gone, AbortSignal.timeout(PATIENCE_MS)]);
        await once(content, 'drain', { signal });
      },
    },
    end() {
      content.end(lines.end());
    },
  };
}

class CsvLines {
  private areNumbers: readonly boolean[] = [];

  begin(columns: readonly Column[]): string {
    this.areNumbers = columns.map(({ type }) => isNumeric(type));
    return csvLine(columns.map(({ name }) => name));
  }

  take(rows: readonly Row[]): string {
    return rows
      .map((row) => csvLine(row.map((cell, at) => this.cell(cell, this.areNumbers[at]))))
      .join('');
  }

  end(): string {
    return '';
  }

  private cell(cell: Cell, isNumber = false): CsvCell {
    return isNumber ? { number: textOf(cell) } : textOf(cell);
  }
}

/** An array of objects, in which a name that repeats gets a number. */
class JsonLines {
  private names: readonly string[] = [];
  private isFirst = true;

  begin(columns: readonly Column[]): string {
    this.names = distinct(columns.map(({ name }) => name));
    return '[';
  }

  take(rows: readonly Row[]): string {
    return rows.map((row) => this.line(row)).join('');
  }

  end(): string {
    return '\n]\n';
  }

  private line(row: Row): string {
    const start = this.isFirst ? '\n' : ',\n';
    this.isFirst = false;
    // Object.fromEntries takes any name for a name, '__proto__' too.
    return (
      start + JSON.stringify(Object.fromEntries(this.names.map((name, at) => [name, row[at]])))
    );
  }
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** `n`, `n_2`, `n_3`, passing over names that are taken. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let number = 2; seen.has(own) || (own !== name && taken.has(own)); number += 1) {
      own = `${name}_${number}`;
    }
    seen.add(own);
    return own;
  });
}

/** Named after the statistic, with nothing in it that a file system or a header minds. */
export function fileNameOf(name: string, format: Format): string {
  return `${name.replaceAll(/[^a-z0-9]/gi, '_')}.${format}`;
}
