import { hostname } from 'node:os';
import { VERSION } from '@portal/contracts/version';
import { type DestinationStream, type Logger, pino } from 'pino';
import { loggedError } from './logged-error.js';

const SECRETS = ['authorization', 'cookie', 'password', 'token'];

/** A JSON logger that writes to stdout. It never logs credentials or user input in errors. */
export function createLogger(
  name: string,
  level: string,
  destination: DestinationStream = standardOutput(),
): Logger {
  const paths = SECRETS.flatMap((key) => [key, `*.${key}`, `*.headers.${key}`]);
  return pino(
    {
      name,
      level,
      base: { pid: process.pid, hostname: hostname(), version: VERSION },
      redact: { paths, censor: '[hidden]' },
      serializers: { err: (error: unknown) => loggedError(error) },
    },
    destination,
  );
}

/**
 * Node's own stream. When the launcher ends, nobody reads stdout; Pino's stream would then retry
 * its last write forever.
 */
function standardOutput(): DestinationStream {
  const { stdout } = process;
  // Added once, however many loggers exist.
  if (!stdout.listeners('error').includes(ignoreMissingReader)) {
    stdout.on('error', ignoreMissingReader);
  }
  return stdout;
}

function ignoreMissingReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Contexts with a line for each route, message and module of a boot. */
const ROUTINE = new Set([
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'WebSocketsController',
]);

/**
 * Passes Nest's log to pino; implements Nest's `LoggerService`, whose last argument is the context.
 */
export class NestLogger {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...extra: unknown[]): void {
    const isRoutine = ROUTINE.has(String(extra.at(-1)));
    this.write(isRoutine ? 'debug' : 'info', message, extra);
  }

  fatal(message: unknown, ...extra: unknown[]): void {
    this.write('fatal', message, extra);
  }

  error(message: unknown, ...extra: unknown[]): void {
    this.write('error', message, extra);
  }

  warn(message: unknown, ...extra: unknown[]): void {
    this.write('warn', message, extra);
  }

  debug(message: unknown, ...extra: unknown[]): void {
    this.write('debug', message, extra);
  }

  verbose(message: unknown, ...extra: unknown[]): void {
    this.write('trace', message, extra);
  }

  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: unknown,
    extra: readonly unknown[],
  ): void {
    const context = extra.at(-1);
    const details = extra.slice(0, -1).filter((detail) => detail !== undefined);
    const fields = {
      ...(typeof context === 'string' ? { context } : {}),
      ...(details.length === 0 ? {} : { details }),
    };
    if (message instanceof Error) this.logger[level]({ ...fields, err: message }, message.message);
    else if (typeof message === 'string') this.logger[level](fields, message);
    else this.logger[level]({ ...fields, message }, 'message');
  }
}
