export { freePort } from '@portal/launcher/postgres/free-port';
