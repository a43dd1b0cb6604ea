import type { Readable } from 'node:stream';
import type { CsvDialect } from '@portal/contracts/csv';
import type { ExportQuery } from '@portal/contracts/custom-stats';
import { type CsvCell, csvHeader, csvLine } from '@portal/domain/csv';
import { pacedContent, PIECE_BYTES, writePaced } from '../../http/output/paced-writes.js';
import type { Cell } from '../../sandbox/cell.js';
import type { Column, Row, RowSink } from '../../sandbox/sandbox-query.js';
import { keepsPrecision } from '@portal/domain/exact-numbers';
import { isNumeric } from '@portal/domain/numeric-types';

type Format = ExportQuery['format'];

/** A file that is written while rows arrive. */
export interface StreamedFile {
  readonly content: Readable;
  readonly sink: RowSink;
  /** Resolves with the first rows. */
  readonly started: Promise<void>;
  /** Writes the end of the file. */
  end(): void;
}

/** @param gone aborted when the client disconnects */
export function streamedFile(
  { format, dialect }: Pick<ExportQuery, 'format' | 'dialect'>,
  gone: AbortSignal,
): StreamedFile {
  const content = pacedContent();
  let begin = (): void => undefined;
  const started = new Promise<void>((resolve) => (begin = resolve));
  const lines = format === 'csv' ? new CsvLines(dialect) : new JsonLines();
  return {
    content,
    started,
    sink: {
      begin(columns) {
        content.write(lines.begin(columns));
        begin();
      },
      async take(rows) {
        let text = '';
        for (const row of rows) {
          text += lines.take(row);
          if (text.length < PIECE_BYTES) continue;
          await writePaced(content, text, gone);
          text = '';
        }
        await writePaced(content, text, gone);
      },
    },
    end() {
      content.end(lines.end());
    },
  };
}

class CsvLines {
  private areNumbers: readonly boolean[] = [];

  constructor(private readonly dialect: CsvDialect) {}

  begin(columns: readonly Column[]): string {
    this.areNumbers = columns.map(({ type }) => isNumeric(type));
    return csvHeader(
      columns.map(({ name }) => name),
      this.dialect,
    );
  }

  take(row: Row): string {
    const cells = row.map((cell, at) => this.cell(cell, this.areNumbers[at]));
    return csvLine(cells, this.dialect);
  }

  end(): string {
    return '';
  }

  private cell(cell: Cell, isNumber = false): CsvCell {
    return isNumber ? { number: textOf(cell) } : textOf(cell);
  }
}

/** An array of objects in the order of the columns; repeated names get a number. */
class JsonLines {
  /** As JSON. */
  private names: readonly string[] = [];
  private numeric: readonly boolean[] = [];
  private isFirst = true;

  begin(columns: readonly Column[]): string {
    const names = distinctNames(columns.map(({ name }) => name));
    this.names = names.map((name) => JSON.stringify(name));
    this.numeric = columns.map(({ type }) => isNumeric(type));
    return '[';
  }

  take(row: Row): string {
    const start = this.isFirst ? '\n' : ',\n';
    this.isFirst = false;
    // Not by an object, which has names of digits first.
    const entries = this.names.map(
      (name, at) => `${name}:${JSON.stringify(this.valueAt(at, row[at] ?? null))}`,
    );
    return `${start}{${entries.join(',')}}`;
  }

  /** Numbers that JavaScript would not read exactly stay text. */
  private valueAt(at: number, cell: Cell): Cell {
    if (!this.numeric[at] || typeof cell !== 'string' || !keepsPrecision(cell)) return cell;
    const number = Number(cell);
    return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : cell;
  }

  end(): string {
    return '\n]\n';
  }
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** `n`, `n_2`, `n_3`, without names that exist already. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  const numbers = new Map<string, number>();
  return names.map((name) => {
    let own = name;
    while (seen.has(own) || (own !== name && taken.has(own))) {
      const number = (numbers.get(name) ?? 1) + 1;
      numbers.set(name, number);
      own = `${name}_${number}`;
    }
    seen.add(own);
    return own;
  });
}

/** The name of the statistic, reduced to characters that are safe in file systems and headers. */
export function fileNameOf(name: string, format: Format): string {
  return `${name.replaceAll(/[^a-z0-9]/gi, '_')}.${format}`;
}
