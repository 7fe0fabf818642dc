import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Returns a function that checks whether an Authorization header contains the secret as
 * `Bearer <secret>`. The check takes the same time for every header and secret.
 */
export const createBearerSecretCheck = (
  secret: string,
): ((authorization: string | undefined) => boolean) => {
  const expected = hashText(secret);
  return (authorization = "") => {
    const [, given = ""] = /^bearer +(.+)/i.exec(authorization) ?? [];
    return timingSafeEqual(hashText(given), expected);
  };
};

/** Hashes a text, because the constant-time comparison needs equal lengths. */
const hashText = (text: string): Buffer => createHash("sha256").update(text).digest();
