import { loadJsonWebToken } from "#load-package";

/** Returns a token as clients of LocalNet sign it for themselves, because they know the secret. */
export const createSelfSignedToken = (
  userId: string,
  { secret, audience }: { readonly secret: string; readonly audience: string },
): string =>
  loadJsonWebToken().sign({}, secret, {
    algorithm: "HS256",
    subject: userId,
    audience,
    // Without times, the token stays valid when a test moves the clock by days.
    noTimestamp: true,
  });
