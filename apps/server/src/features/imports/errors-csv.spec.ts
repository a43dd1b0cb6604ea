import { describe, expect, it } from 'vitest';
import { errorsCsvLine } from './errors-csv.js';

const line = (reason: string) =>
  errorsCsvLine({ row: 7, field: 'status', severity: 'error', reason }, 'standard');

describe('errorsCsvLine', () => {
  it('UP-7 quotes cells as RFC 4180 requires', () => {
    expect(line('is wrong')).toBe('7,status,error,is wrong\r\n');
    expect(line('say "no", please')).toBe('7,status,error,"say ""no"", please"\r\n');
    expect(line('two\nlines')).toBe('7,status,error,"two\nlines"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
    'UP-7 disarms a cell that begins like a formula: %j',
    (reason) => expect(line(reason)).toContain(`'${reason}`),
  );

  it('UP-7 leaves the rest of a cell as it is, as in CST-40', () => {
    expect(line('x;=1+1')).toBe('7,status,error,"x;=1+1"\r\n');
  });
});
