import { type JsCantonError, LedgerClient } from "@canton-network/core-ledger-client";
import { expect } from "chai";

type Options = ConstructorParameters<typeof LedgerClient>[0];

/** Returns the published client for the user of a token; an empty token sends no Authorization header. */
export const ledgerClient = (baseUrl: string | URL, token = ""): LedgerClient =>
  new LedgerClient({
    baseUrl: new URL(baseUrl),
    logger: silentLogger,
    accessTokenProvider: {
      getAccessToken: () => Promise.resolve(token),
      getAuthContext: () => Promise.resolve({ userId: "", accessToken: token }),
    },
  });

/** Returns the error body with which the client rejects; fails the test if it does not reject. */
export const clientErrorOf = async (work: Promise<unknown>): Promise<JsCantonError> =>
  work.then(
    () => expect.fail("expected the client to reject, it resolved"),
    // The client passes on the response body unchanged.
    (error: unknown) => error as JsCantonError,
  );

const silent = (): void => undefined;

// The client requires a pino logger but uses only these members.
const silentLogger = {
  child: () => silentLogger,
  debug: silent,
  warn: silent,
} as unknown as Options["logger"];
