/**
 * The portal as OAuth client of the demo identity provider. The secret is public: the provider is
 * loopback only.
 */
export const DEMO_CLIENT = { id: 'portal-demo', secret: 'portal-demo-secret' };

export const DEMO_PATHS = {
  authorize: '/demo-identity/authorize',
  token: '/demo-identity/token',
  // passport parses OpenID profiles only if the path ends like Google's.
  userInfo: '/demo-identity/userinfo',
};
