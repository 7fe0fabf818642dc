import type { HostedPartyFacts } from "../../party-facts.ts";
import { askData } from "./client.ts";
import { changes, rights } from "./ledger.ts";
import { type Answer, useAnswer } from "./use-answer.ts";

/** Loads hosting and keys of parties; undefined for users who are not administrators. */
export const useHostedParties = (): Answer<HostedPartyFacts | undefined> =>
  useAnswer(`${changes.value}`, (signal) =>
    rights.peek().isAdmin
      ? (askData("people", { signal }) as Promise<HostedPartyFacts>)
      : Promise.resolve(undefined),
  );
