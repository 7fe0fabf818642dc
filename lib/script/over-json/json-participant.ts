import { bytesToHex } from "@noble/hashes/utils.js";

import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Micros, Party, TypeId } from "../../base/identifiers/identifiers.ts";
import { decodeBase64 } from "../../base/values/base64.ts";
import type { LoadedScripts } from "../../contracts/daml-lf/script/load-scripts.ts";
import type { ScriptPackageNameAndVersion } from "../../contracts/daml-lf/script/package-codecs.ts";
import type { ScriptQueryInterfaceView } from "../../contracts/daml-lf/script/query-codecs.ts";
import type {
  ScriptSubmission,
  ScriptTransactionEvent,
} from "../../contracts/daml-lf/script/submit-codec.ts";
import type {
  DamlScriptUser,
  ScriptUserRight,
} from "../../contracts/daml-lf/script/user-codecs.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { machineTimeSource } from "../../ledger/clock/time-sources.ts";
import type { RightJson } from "../../operations/admin/users/rights.ts";
import type { ActiveContractItem } from "../../views/envelope/active-contract-json.ts";
import type { CreatedEventJson, EventJson } from "../../views/envelope/event-json.ts";
import {
  createSubmissionCommandsJson,
  defaultScriptUserId,
  toPackageNameTypeReference,
} from "../commands-json.ts";
import { toScriptRight, toUserRightJson } from "../rights-json.ts";
import type { ContractWithOptionalKey, ScriptParticipant } from "../script-participant.ts";
import { createVettingOperation } from "../vetting-operation.ts";
import { EventJsonDecoder } from "./event-json-decoder.ts";
import { JsonApiClient, type JsonApiClientOptions } from "./json-api.ts";

/**
 * A participant that is called through its JSON API. Its time is always real time, and it lists the names
 * of vetted packages only (daml-script.md 2.8).
 */
export class JsonApiScriptParticipant implements ScriptParticipant {
  readonly #api: JsonApiClient;
  readonly #packages: PackageRegistry;
  readonly #events: EventJsonDecoder;
  readonly #hasToken: boolean;

  /** `packages` are those of the script; they define the types of its values. */
  constructor(options: JsonApiClientOptions, packages: PackageRegistry) {
    this.#api = new JsonApiClient(options);
    this.#packages = packages;
    this.#events = new EventJsonDecoder(packages);
    this.#hasToken = options.token !== undefined;
  }

  async uploadMissingPackages({ packages }: LoadedScripts, dar: Uint8Array): Promise<void> {
    const { packageIds } = (await this.#api.get("/v2/packages")) as {
      readonly packageIds: readonly string[];
    };
    const known = new Set(packageIds);
    const isKnown = [...packages.packages()].every(({ packageId }) => known.has(packageId));
    if (!isKnown) await this.#api.post("/v2/dars", dar);
  }

  async submitCommands(submission: ScriptSubmission): Promise<readonly ScriptTransactionEvent[]> {
    const { actAs, readAs } = submission;
    const body = {
      commands: {
        ...createSubmissionCommandsJson(submission, this.#packages),
        commandId: globalThis.crypto.randomUUID(),
        // With a token, the participant takes the user from the token.
        ...(this.#hasToken ? {} : { userId: defaultScriptUserId }),
      },
      transactionFormat: {
        eventFormat: createEventFormat([...actAs, ...readAs], wildcardEventFilter),
        transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
      },
    };
    const answer = await this.#api.post("/v2/commands/submit-and-wait-for-transaction", body);
    const { transaction } = answer as {
      readonly transaction: { readonly events: readonly EventJson[] };
    };
    return this.#events.toTransactionTree(transaction.events);
  }

  async listActiveContracts(
    parties: readonly Party[],
    template: TypeId,
  ): Promise<readonly ContractWithOptionalKey[]> {
    const found = await this.#fetchCreatedEvents(
      parties,
      this.#createTemplateFilter(template, false),
    );
    return found.map((event) => ({
      contractId: event.contractId,
      template: event.templateId,
      argument: this.#events.decodeArgument(event),
      key: this.#events.decodeKey(event),
    }));
  }

  async listInterfaceViews(
    parties: readonly Party[],
    interfaceId: TypeId,
  ): Promise<readonly ScriptQueryInterfaceView[]> {
    const filter = {
      InterfaceFilter: {
        value: {
          interfaceId: toPackageNameTypeReference(interfaceId, this.#packages),
          includeInterfaceView: true,
          includeCreatedEventBlob: false,
        },
      },
    };
    const found = await this.#fetchCreatedEvents(parties, filter);
    return found.map((event) => ({
      contractId: event.contractId,
      view: this.#events.decodeView(event, interfaceId),
    }));
  }

  async findContractById(parties: readonly Party[], template: TypeId, contractId: string) {
    const found = await this.#fetchCreatedEvents(
      parties,
      this.#createTemplateFilter(template, true),
    );
    const event = found.find((each) => each.contractId === contractId);
    if (event === undefined) return undefined;
    const blob = bytesToHex(decodeBase64(event.createdEventBlob) ?? new Uint8Array());
    const argument = this.#events.decodeArgument(event);
    return { contractId, template: event.templateId, argument, blob };
  }

  #createTemplateFilter(template: TypeId, includeCreatedEventBlob: boolean) {
    const templateId = toPackageNameTypeReference(template, this.#packages);
    return { TemplateFilter: { value: { templateId, includeCreatedEventBlob } } };
  }

  async #fetchCreatedEvents(
    parties: readonly Party[],
    filter: unknown,
  ): Promise<readonly CreatedEventJson[]> {
    const { offset } = (await this.#api.get("/v2/state/ledger-end")) as { readonly offset: number };
    const answer = await this.#api.post("/v2/state/active-contracts", {
      activeAtOffset: offset,
      eventFormat: createEventFormat(parties, filter),
    });
    return (answer as readonly ActiveContractItem[]).flatMap(({ contractEntry }) =>
      "JsActiveContract" in contractEntry ? [contractEntry.JsActiveContract.createdEvent] : [],
    );
  }

  async allocateParty(hint: string): Promise<Party> {
    const userId = await this.#fetchOwnUser();
    const answer = await this.#api.post("/v2/parties", {
      partyIdHint: hint,
      identityProviderId: "",
      ...(userId === undefined ? {} : { userId }),
    });
    const { partyDetails } = answer as { readonly partyDetails: { readonly party: Party } };
    return partyDetails.party;
  }

  /**
   * Returns the token's user, which gets CanActAs for the parties that it allocates; undefined without a
   * token.
   */
  async #fetchOwnUser(): Promise<string | undefined> {
    if (!this.#hasToken) return undefined;
    const { user } = (await this.#api.get("/v2/authenticated-user")) as {
      readonly user: UserOfJson;
    };
    return user.id;
  }

  createPartyHint(prefix: string): string {
    return `${prefix}-${bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(4)))}`;
  }

  listParties() {
    return this.#fetchAllPages<{ readonly party: Party; readonly isLocal: boolean }>(
      "/v2/parties",
      "partyDetails",
    );
  }

  async createUser({ id, primaryParty = "" }: DamlScriptUser, rights: readonly ScriptUserRight[]) {
    await this.#api.post("/v2/users", {
      user: { id, primaryParty, isDeactivated: false, identityProviderId: "" },
      rights: rights.map(toUserRightJson),
    });
  }

  async getUser(id: string): Promise<DamlScriptUser> {
    const { user } = (await this.#api.get(formatUserPath(id))) as { readonly user: UserOfJson };
    return toScriptUser(user);
  }

  async deleteUser(id: string): Promise<void> {
    await this.#api.delete(formatUserPath(id));
  }

  async listUsers(): Promise<readonly DamlScriptUser[]> {
    return (await this.#fetchAllPages<UserOfJson>("/v2/users", "users")).map(toScriptUser);
  }

  async grantRights(id: string, rights: readonly ScriptUserRight[]) {
    const answer = await this.#api.post(
      `${formatUserPath(id)}/rights`,
      createRightsChange(id, rights),
    );
    return readRights(answer, "newlyGrantedRights");
  }

  async revokeRights(id: string, rights: readonly ScriptUserRight[]) {
    const answer = await this.#api.patch(
      `${formatUserPath(id)}/rights`,
      createRightsChange(id, rights),
    );
    return readRights(answer, "newlyRevokedRights");
  }

  async listRights(id: string): Promise<readonly ScriptUserRight[]> {
    return readRights(await this.#api.get(`${formatUserPath(id)}/rights`), "rights");
  }

  listPackages(): Promise<readonly ScriptPackageNameAndVersion[]> {
    return Promise.reject(unsupportedError("list the names of all packages of the participant"));
  }

  async listVettedPackages(): Promise<readonly ScriptPackageNameAndVersion[]> {
    const answer = await this.#api.post("/v2/package-vetting/list", {});
    const { vettedPackages } = answer as {
      readonly vettedPackages: readonly {
        readonly packages: readonly {
          readonly packageName: string;
          readonly packageVersion: string;
        }[];
      }[];
    };
    return vettedPackages.flatMap(({ packages }) =>
      packages.map(({ packageName, packageVersion }) => ({
        name: packageName,
        version: packageVersion,
      })),
    );
  }

  async changeVetting(
    change: "Vet" | "Unvet",
    packages: readonly ScriptPackageNameAndVersion[],
  ): Promise<void> {
    const changes = [{ operation: createVettingOperation(change, packages) }];
    await this.#api.post("/v2/package-vetting/update", { changes });
  }

  getTime(): Promise<Micros> {
    return Promise.resolve(BigInt(Date.now()) * 1000n);
  }

  setTime(): Promise<void> {
    return Promise.reject(unsupportedError("set the time"));
  }

  /** Waits for this time, but at most for the longest delay that a timer accepts. The script's timeout is much shorter. */
  sleep(micros: bigint): Promise<void> {
    const millis = Math.max(0, Math.min(Number(micros / 1000n), 2 ** 31 - 1));
    return new Promise((resolve) => {
      machineTimeSource.schedule(millis, resolve, false);
    });
  }

  /** Returns the items of all pages of a list. */
  async #fetchAllPages<Item>(path: string, field: string): Promise<readonly Item[]> {
    const pages: (readonly Item[])[] = [];
    for (let token = ""; pages.length < maxPages;) {
      const query = token === "" ? "" : `?pageToken=${encodeURIComponent(token)}`;
      const page = (await this.#api.get(`${path}${query}`)) as Readonly<Record<string, unknown>>;
      pages.push(page[field] as readonly Item[]);
      const next = page["nextPageToken"];
      if (typeof next !== "string" || next === "") return pages.flat();
      token = next;
    }
    throw ledgerError("LEDGER_API_INTERNAL_ERROR", {
      cause: `The participant's list ${path} has more than ${maxPages} pages.`,
    });
  }
}

const maxPages = 10_000;

const wildcardEventFilter = { WildcardFilter: { value: { includeCreatedEventBlob: false } } };

const createEventFormat = (parties: readonly Party[], identifierFilter: unknown) => ({
  filtersByParty: Object.fromEntries(
    parties.map((party) => [party, { cumulative: [{ identifierFilter }] }]),
  ),
  verbose: true,
});

const formatUserPath = (userId: string): string => `/v2/users/${encodeURIComponent(userId)}`;

const createRightsChange = (userId: string, rights: readonly ScriptUserRight[]) => ({
  userId,
  rights: rights.map(toUserRightJson),
  identityProviderId: "",
});

interface UserOfJson {
  readonly id: string;
  readonly primaryParty: Party;
}

const toScriptUser = ({ id, primaryParty }: UserOfJson): DamlScriptUser => ({
  id,
  primaryParty: primaryParty === "" ? undefined : primaryParty,
});

const readRights = (answer: unknown, field: string): readonly ScriptUserRight[] =>
  (answer as Readonly<Record<string, readonly RightJson[]>>)[field]?.map(toScriptRight) ?? [];

const unsupportedError = (what: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `A JSON Ledger API cannot ${what}: run the script against a ledger in this process.`,
  });
