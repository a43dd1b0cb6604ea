import type { CsvDialect } from '@portal/contracts/csv';
import { z } from 'zod';
import { create } from 'zustand';
import { locale } from './format';
import { readStored, writeStored } from './storage';

const KEY = 'csv-for-excel';

interface CsvStore {
  readonly forExcel: boolean;
  /** Remembered by this browser. */
  readonly setForExcel: (forExcel: boolean) => void;
}

/** Whether downloads of CSV are written for Excel. */
export const useCsvStore = create<CsvStore>()((set) => ({
  forExcel: readStored('browser', KEY, z.boolean()) ?? false,
  setForExcel: (forExcel) => {
    writeStored('browser', KEY, forExcel || undefined, 'the form of CSV files');
    set({ forExcel });
  },
}));

/** The dialect of the next download, if it is not the standard one. */
export function csvDialect(): CsvDialect | undefined {
  return useCsvStore.getState().forExcel ? excelDialectOf(locale) : undefined;
}

/** What Excel expects in a language, by its decimal separator. */
export function excelDialectOf(language: string): CsvDialect {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  const hasComma = parts.some(({ type, value }) => type === 'decimal' && value === ',');
  return hasComma ? 'excel-semicolon' : 'excel';
}
