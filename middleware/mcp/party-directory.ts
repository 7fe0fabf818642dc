import * as z from "zod";

import { findMostSimilarText, getNameBeforeNamespace } from "../../lib/internal.ts";
import { fetchUserIdOfToken, fetchUserRights } from "./fetch-user.ts";
import type { LedgerClient } from "./ledger-client.ts";
import { parseLedgerAnswerWithSchema } from "./parse-ledger-answer-with-schema.ts";
import { createToolArgumentRefusal, RefusedCallError } from "./refusal.ts";

const partyPageSchema = z.object({
  partyDetails: z.array(z.object({ party: z.string(), isLocal: z.boolean() })),
  nextPageToken: z.string().optional(),
});

interface PartyPage {
  readonly partyDetails: readonly { readonly party: string; readonly isLocal?: boolean }[];
  /** True if the user may not list all parties. */
  readonly isPartial?: boolean;
  readonly nextPageToken?: string | undefined;
}

/** The parties of a ledger during one call of a tool. */
export class PartyDirectory {
  readonly #ledger: LedgerClient;
  #firstParties: Promise<PartyPage> | undefined;
  /** Results by name. */
  readonly #resolved = new Map<string, Promise<string>>();

  constructor(ledger: LedgerClient) {
    this.#ledger = ledger;
  }

  /**
   * Returns a page of the parties. For a user who may not list them, all parties that it may act or
   * read as.
   */
  fetchPage(pageSize: number, pageToken = ""): Promise<PartyPage> {
    return this.#fetch({ pageSize: String(pageSize), pageToken });
  }

  async #fetch(given: Readonly<Record<string, string>>): Promise<PartyPage> {
    const query = new URLSearchParams(given);
    try {
      return parseLedgerAnswerWithSchema(
        partyPageSchema,
        await this.#ledger.get(`/v2/parties?${query.toString()}`),
      );
    } catch (error) {
      if (!(error instanceof RefusedCallError) || error.code !== "PERMISSION_DENIED") throw error;
      const userId = await fetchUserIdOfToken(this.#ledger);
      if (userId === undefined) throw error;
      const rights = await fetchUserRights(this.#ledger, userId);
      const parties = new Set(rights.flatMap(({ party }) => party ?? []));
      return { partyDetails: [...parties].map((party) => ({ party })), isPartial: true };
    }
  }

  /**
   * Returns the full id of a party. A name without namespace, such as `alice`, stands for the party
   * whose id begins with it. Raises PARTY_NOT_KNOWN with the nearest party.
   */
  resolve(name: string): Promise<string> {
    const known = this.#resolved.get(name);
    if (known !== undefined) return known;
    const resolved = this.#resolve(name);
    this.#resolved.set(name, resolved);
    return resolved;
  }

  async #resolve(name: string): Promise<string> {
    if (name.includes("::")) return name;
    const found = await this.#findAll(name);
    const [first] = found;
    if (first === undefined) {
      const { partyDetails, isPartial = false } = await this.#fetchFirst();
      const parties = partyDetails.map(({ party }) => party);
      throw isPartial ? unlistedPartyError(name, parties) : unknownPartyError(name, parties);
    }
    if (found.length === 1) return first;
    throw createToolArgumentRefusal(
      `Several parties are called ${name}.`,
      `Write one of ${found.join(", ")}.`,
    );
  }

  /** Returns the full id of a party with this name before `::`; undefined if there is none. */
  async find(name: string): Promise<string | undefined> {
    return (await this.#findAll(name))[0];
  }

  /**
   * Returns all parties with this name before `::`; their namespaces differ. Makes a second request,
   * filtered by the name, only if the name is not on the first page and there are more pages.
   */
  async #findAll(name: string): Promise<readonly string[]> {
    const { partyDetails, nextPageToken = "" } = await this.#fetchFirst();
    const found = selectNamed(partyDetails, name);
    if (found.length > 0 || nextPageToken === "" || !/^[\w :-]{1,180}$/u.test(name)) return found;
    const others = await this.#fetch({ "filter-party": `${name}::` });
    return selectNamed(others.partyDetails, name);
  }

  #fetchFirst(): Promise<PartyPage> {
    this.#firstParties ??= this.fetchPage(maxFirst);
    return this.#firstParties;
  }

  resolveAll(names: readonly string[]): Promise<readonly string[]> {
    return Promise.all(names.map((name) => this.resolve(name)));
  }
}

/** Page size of the request that finds the full ids of the short names of a call. */
const maxFirst = 1_000;

const selectNamed = (of: PartyPage["partyDetails"], name: string): readonly string[] =>
  of.flatMap(({ party }) => (getNameBeforeNamespace(party) === name ? party : []));

/** Returns the refusal of a short name for a user who may not list the parties. */
const unlistedPartyError = (name: string, parties: readonly string[]): RefusedCallError =>
  new RefusedCallError({
    code: "PARTY_NOT_KNOWN",
    cause: `The user of this server may not list the parties, and has no right over a party ${name}.`,
    hint: {
      advice: `Write the full id, such as ${name}::1220…. The user has rights over ${parties.map(getNameBeforeNamespace).join(", ") || "no party"}.`,
    },
  });

const unknownPartyError = (name: string, parties: readonly string[]): RefusedCallError => {
  const byName = new Map(parties.map((party) => [getNameBeforeNamespace(party), party]));
  const suggestion = findMostSimilarText(name, byName.keys());
  const party = suggestion === undefined ? undefined : byName.get(suggestion);
  const listed = parties.slice(0, maxListed).map(getNameBeforeNamespace).join(", ");
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
