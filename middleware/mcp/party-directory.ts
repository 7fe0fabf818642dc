import * as z from "zod";

import { findNearest, nameBeforeNamespace } from "../../lib/internal.ts";
import type { LedgerClient } from "./ledger-client.ts";
import { readAnswer } from "./read-answer.ts";
import { invalidArgumentError, RefusedCallError } from "./refusal.ts";

const partyPage = z.object({
  partyDetails: z.array(z.object({ party: z.string(), isLocal: z.boolean() })),
  nextPageToken: z.string().optional(),
});

export type PartyPage = z.output<typeof partyPage>;

/** The parties of a ledger. */
export class PartyDirectory {
  readonly #ledger: LedgerClient;

  constructor(ledger: LedgerClient) {
    this.#ledger = ledger;
  }

  async fetchPage(pageSize: number, pageToken = ""): Promise<PartyPage> {
    const query = new URLSearchParams({ pageSize: String(pageSize), pageToken });
    return readAnswer(partyPage, await this.#ledger.get(`/v2/parties?${query.toString()}`));
  }

  /**
   * Returns the full id of a party. A name without namespace, such as `alice`, stands for the party
   * whose id begins with it. Raises PARTY_NOT_KNOWN with the nearest party.
   */
  async resolve(name: string): Promise<string> {
    if (name.includes("::")) return name;
    const parties = await this.#listKnownParties();
    const found = parties.filter((party) => nameBeforeNamespace(party) === name);
    const [first] = found;
    if (first === undefined) throw unknownPartyError(name, parties);
    if (found.length === 1) return first;
    throw invalidArgumentError(
      `Several parties are called ${name}.`,
      `Write one of ${found.join(", ")}.`,
    );
  }

  /** Returns the full id of the party with a name before `::`; undefined if there is none. */
  async find(name: string): Promise<string | undefined> {
    const parties = await this.#listKnownParties();
    return parties.find((party) => nameBeforeNamespace(party) === name);
  }

  resolveAll(names: readonly string[]): Promise<readonly string[]> {
    return Promise.all(names.map((name) => this.resolve(name)));
  }

  async #listKnownParties(): Promise<readonly string[]> {
    const { partyDetails } = await this.fetchPage(maxCompared);
    return partyDetails.map(({ party }) => party);
  }
}

/** Number of parties among which a name is looked up. */
const maxCompared = 1_000;

const unknownPartyError = (name: string, parties: readonly string[]): RefusedCallError => {
  const byName = new Map(parties.map((party) => [nameBeforeNamespace(party), party]));
  const suggestion = findNearest(name, byName.keys());
  const party = suggestion === undefined ? undefined : byName.get(suggestion);
  const listed = parties.slice(0, maxListed).map(nameBeforeNamespace).join(", ");
  const others = parties.length === 0 ? "" : ` Known parties: ${listed}.`;
  return new RefusedCallError({
    code: "PARTY_NOT_KNOWN",
    cause: `The ledger has no party ${name}.`,
    hint: {
      ...(party === undefined ? {} : { nearest: party }),
      advice:
        party === undefined
          ? `Allocate it with allocate_party.${others}`
          : `Write ${party}, or allocate ${name} with allocate_party.`,
    },
  });
};

const maxListed = 20;
