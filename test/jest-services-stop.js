/** Stops what jest-services.js started. */
export default async function stop() {
  await globalThis.portalTestServices.stop();
}
