/** The version of the portal, which `npm version` writes here and into every package.json. */
export const VERSION = '0.2.0';
