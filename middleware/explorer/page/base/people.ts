import type { PeopleFacts } from "../../party-facts.ts";
import { type Answer, useAnswer } from "./asking.ts";
import { askData } from "./client.ts";
import { changes, rights } from "./ledger.ts";

/** Where parties are hosted and who signs for them; undefined for who does not administer. */
export const usePeople = (): Answer<PeopleFacts | undefined> =>
  useAnswer(`${changes.value}`, (signal) =>
    rights.peek().isAdmin
      ? (askData("people", { signal }) as Promise<PeopleFacts>)
      : Promise.resolve(undefined),
  );
