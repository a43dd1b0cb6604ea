import { isBeating } from '../heartbeat.js';

/** `node dist/cli/heartbeat.js <name>`: health check; exits with 0 if that process is alive. */
const [name] = process.argv.slice(2);
const dataDir = process.env['PORTAL_DATA_DIR'] ?? '.portal';
process.exitCode = name !== undefined && isBeating(dataDir, name) ? 0 : 1;
