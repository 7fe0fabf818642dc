import { ledgerError } from "../../lib/index.ts";
import { readServerRecord } from "./session.ts";
import type { CommandLineIo, ServerSettings } from "./settings.ts";
import { type AccessTokenSettings, signUserToken } from "./tokens.ts";

/**
 * Prints a token of a user, signed with the given secret, or with the secret that the ledger on
 * that port generated. Raises INVALID_ARGUMENT if neither is known.
 */
export const printToken = (
  userId: string,
  settings: ServerSettings,
  { environment, write }: CommandLineIo,
): void => {
  const token = signUserToken(readTokenTerms(settings, environment), userId);
  if (token === undefined) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: "Tokens can only be signed with a secret: pass --secret.",
    });
  }
  write(`${token}\n`);
};

const readTokenTerms = (
  settings: ServerSettings,
  environment: CommandLineIo["environment"],
): AccessTokenSettings => {
  const { auth, port } = settings;
  if (auth.kind !== "secret" || !auth.isNew) return settings;
  const session = readServerRecord(environment, port);
  if (session?.secret === undefined) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause:
        `No ledger with a generated secret runs on port ${port}. Pass its port with --port, or ` +
        "its secret with --secret or LEDGER_IN_A_BOX_SECRET.",
    });
  }
  return { ...session, auth: { kind: "secret", secret: session.secret, isNew: false } };
};
