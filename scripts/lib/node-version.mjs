/** Only syntax that an old Node can parse before it is refused. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`The portal needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
