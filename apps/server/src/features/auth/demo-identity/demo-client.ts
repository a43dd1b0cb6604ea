/** The portal as the demo identity provider knows it. The secret keeps no secret: loopback only. */
export const DEMO_CLIENT = { id: 'portal-demo', secret: 'portal-demo-secret' };

export const DEMO_PATHS = {
  authorize: '/demo-identity/authorize',
  token: '/demo-identity/token',
  // passport reads OpenID profiles where the path ends like Google's.
  userInfo: '/demo-identity/userinfo',
};
