import { loadPackage } from "../decoding/load-package.ts";

/** A token as LocalNet's clients sign them for themselves. */
export const selfSignedToken = (
  userId: string,
  { secret, audience }: { readonly secret: string; readonly audience: string },
): string =>
  loadPackage("jsonwebtoken").sign({}, secret, {
    algorithm: "HS256",
    subject: userId,
    audience,
    // It must outlive a ledger whose clock is moved by days.
    noTimestamp: true,
  });
