/** What a field of a form contains: text as it is typed, a switch, or the elements of a list. */
export type FormValue = string | boolean | readonly string[];
export type FormValues = Record<string, FormValue>;
