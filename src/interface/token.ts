// Body of the token request (section 5.1).
import * as z from 'zod';

export const TOKEN_REALM = 'Api-Key-Authentication';

/** The form that 5.1 gives for the grant type: `http://<identity-provider-domain>/oauth/grant-type/password-realm`. */
export const GRANT_TYPE_FORM = /^http:\/\/[^/\s]+\/oauth\/grant-type\/password-realm$/;

export const tokenSchema = z.strictObject({
  grant_type: z.string().regex(GRANT_TYPE_FORM),
  realm: z.literal(TOKEN_REALM),
  audience: z.string().min(1),
  client_id: z.string().min(1),
  username: z.string().min(1),
  password: z.string().min(1),
});
export type TokenRequest = z.infer<typeof tokenSchema>;
