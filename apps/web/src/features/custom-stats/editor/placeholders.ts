import { STAT_PARAMETERS, type StatParameter } from '@portal/contracts/constants';

/** Each placeholder as it may be written; the name is its first group. */
export const PLACEHOLDER = new RegExp(
  String.raw`\{\{\s*(project_id|${STAT_PARAMETERS.join('|')})\s*\}\}`,
  'g',
);

/** The parameters that a query names while it is written; the server says later which it uses. */
export function parametersIn(text: string): StatParameter[] {
  const named = Array.from(text.matchAll(PLACEHOLDER), ([, name]) => name);
  return STAT_PARAMETERS.filter((name) => named.includes(name));
}
