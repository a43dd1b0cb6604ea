import { expect, it } from 'vitest';
import { excelDialectOf } from './csv-dialect';

it.each([
  ['en-US', 'excel'],
  ['ja', 'excel'],
  ['de', 'excel-semicolon'],
  ['pt-BR', 'excel-semicolon'],
  ['th-TH', 'excel'],
  ['fa-IR-u-nu-latn', 'excel'],
  ['ar-EG-u-nu-latn', 'excel'],
])('WEB-113 Excel reads %s as %s', (language, dialect) => {
  expect(excelDialectOf(language)).toBe(dialect);
});
