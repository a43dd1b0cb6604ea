import { type Config, ConfigError, readConfig } from './config.js';
import { UnusableDirectoryError } from './make-directory.js';

/**
 * Runs a process of the portal with the configuration from its environment. If it cannot start,
 * prints the reason (a plain message for errors in the configuration and its directories) and exits with code 1.
 */
export async function runProcess(start: (config: Config) => Promise<void>): Promise<void> {
  try {
    await start(readConfig(process.env));
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(1);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UnusableDirectoryError) {
    return error.message;
  }
  return String(error instanceof Error ? error.stack : error);
}
