import type { PeopleFacts } from "../../party-facts.ts";
import { type Answer, useAnswer } from "./asking.ts";
import { askData } from "./client.ts";
import { changes, rights } from "./ledger.ts";

/** Loads hosting and keys of parties; undefined for users who are not administrators. */
export const usePeople = (): Answer<PeopleFacts | undefined> =>
  useAnswer(`${changes.value}`, (signal) =>
    rights.peek().isAdmin
      ? (askData("people", { signal }) as Promise<PeopleFacts>)
      : Promise.resolve(undefined),
  );
