import { type Config, ConfigError, readConfig } from './config.js';

/**
 * Runs a process of the portal with the configuration of its environment. What keeps it from
 * starting is printed, plainly where the environment is wrong, and ends it with exit code 1.
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
  if (error instanceof ConfigError) return error.message;
  return String(error instanceof Error ? error.stack : error);
}
