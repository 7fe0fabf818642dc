import { expect } from "chai";

import { tokenFor } from "../../fixtures/testing/index.ts";
import { createUser, uploadDar } from "../../lib/api.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import type { ForkOptions } from "../../lib/fork/index.ts";
import type { Ledger, LedgerOptions } from "../../lib/index.ts";
import { createFetch } from "../../middleware/index.ts";
import { eventfulLedger } from "./copied-ledger.ts";
import { iouPackage } from "./iou-package.ts";
import { keyedPackage } from "./keyed-package.ts";
import { assembleDar } from "./lf/assemble.ts";
import { counterPackage } from "./lf/counter.ts";
import { secret } from "./tokens.ts";
import type { TwoSynchronizers } from "./two-synchronizers.ts";

/** Paths of POST requests that only read. A test fails if another POST reaches the participant. */
const posts = new Set([
  "/v2/state/active-contracts",
  "/v2/state/active-contracts-page",
  "/v2/package-vetting/list",
  "/v2/updates",
  "/v2/events/events-by-contract-id",
]);

/** Paths for users without administration rights. */
const isForAll = (path: string): boolean =>
  !/^\/v2\/(idps|dars|commands|interactive-submission)|^\/v2\/(users|parties)$/u.test(path);

export interface RemoteParticipant extends TwoSynchronizers {
  /** The requests in order, such as `GET /v2/version`. */
  readonly calls: string[];
  /** Options with the token of a user who may only read as alice, bob and carol. */
  readonly options: ForkOptions;
  readonly url: string;
}

export type ResponseOverride = (call: string, index: number) => Response | undefined;

export const auth = { hs256Secret: secret };

/**
 * Creates a participant in this process, with authentication and contracts in every state. Fails the test on
 * a request that could write or that requires an administrator. `answer` may replace its responses.
 */
export const remoteParticipant = async (
  options: LedgerOptions = {},
  answer: ResponseOverride = () => undefined,
): Promise<RemoteParticipant> => {
  const setting = await eventfulLedger({ daml: createDamlLoader(), ...options });
  const { ledger, alice, bob, carol, east } = setting;
  await uploadDar(ledger, { dar: assembleDar(counterPackage()), synchronizerId: east });
  await createReader(ledger, "reader", [alice, bob, carol]);
  const served = createFetch(ledger, { auth });
  const calls: string[] = [];
  const url = "http://participant.example";
  return {
    ...setting,
    calls,
    url,
    options: {
      url,
      token: tokenFor(secret, "reader"),
      webSocket: false,
      ledger: { packages: [iouPackage, keyedPackage], seed: 7 },
      fetch: async (target, init) => {
        const { pathname } = new URL(target);
        const method = init?.method ?? "GET";
        const isReading = method === "GET" || (method === "POST" && posts.has(pathname));
        if (!isReading || !isForAll(pathname)) expect.fail(`${method} ${pathname} was sent`);
        const index = calls.push(`${method} ${pathname}`) - 1;
        return answer(`${method} ${pathname}`, index) ?? served(target, init);
      },
    },
  };
};

export const createReader = async (
  ledger: Ledger,
  id: string,
  parties: readonly string[],
): Promise<void> => {
  await createUser(ledger, {
    user: { id, primaryParty: "", isDeactivated: false, identityProviderId: "" },
    rights: parties.map((party) => ({ kind: { CanReadAs: { value: { party } } } })),
  });
};
