/** Properties of a database error that never contain user input. */
const FACTS = [
  ...['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'],
  // The name of the connections; see `Db`.
  'database',
];
const MAX_CAUSES = 5;
/** SQLSTATE classes of errors about data; their messages quote values. */
const ABOUT_DATA = /^2[23][0-9A-Z]{3}$/;
/** From the first quote to the last, because a value can contain quotes. */
const QUOTED = /".*"/s;
const EMAIL = /[^\s"'`<>()=,;:]+@[^\s"'`<>()=,;:]+/g;

/**
 * An error as it is logged. Database errors contain the values of the statement, the conflicting
 * row and the client; none of these is logged. Emails in a message are redacted.
 */
export function loggedError(error: unknown, causes = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutEmails(String(error)) };
  const message = safeMessage(error);
  return {
    type: error.constructor.name,
    message,
    stack: withoutEmails((error.stack ?? '').replace(error.message, () => message)),
    ...Object.fromEntries(FACTS.flatMap((fact) => factOf(error, fact))),
    ...(error.cause !== undefined &&
      causes < MAX_CAUSES && { cause: loggedError(error.cause, causes + 1) }),
  };
}

function safeMessage(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  const isAboutData = typeof code === 'string' && ABOUT_DATA.test(code);
  return withoutEmails(isAboutData ? error.message.replace(QUOTED, '"[value]"') : error.message);
}

function factOf(error: Error, fact: string): [string, unknown][] {
  const value: unknown = Reflect.get(error, fact);
  return typeof value === 'string' || typeof value === 'number' ? [[fact, value]] : [];
}

function withoutEmails(text: string): string {
  return text.replaceAll(EMAIL, '[email]');
}
