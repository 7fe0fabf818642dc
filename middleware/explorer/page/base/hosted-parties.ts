import type { HostedPartyFacts } from "../../party-facts.ts";
import { askData } from "./client.ts";
import { contentChangeCount, currentRights } from "./ledger.ts";
import { type AnswerState, useAnswer } from "./use-answer.ts";

/** Loads hosting and keys of parties; undefined for users who are not administrators. */
export const useHostedParties = (): AnswerState<HostedPartyFacts | undefined> =>
  useAnswer("parties", contentChangeCount.value, (signal) =>
    currentRights.peek().isAdmin
      ? (askData("people", { signal }) as Promise<HostedPartyFacts>)
      : Promise.resolve(undefined),
  );
