import type { ProtocolVersion } from "../../ground/identifiers/protocol-version.ts";
import type { Right } from "../../ground/model/administration.ts";

/**
 * A version of the JSON Ledger API: which operations and fields the HTTP layer has, by which document, and what of the
 * ledger's behaviour goes with it. docs/CONFORMANCE.md lists what differs.
 */
export type ApiVersion = "3.4" | "3.5" | "3.6";

/** What goes with a version of the API, beside the form of its messages. */
export interface ApiRules {
  /** What `/v2/version` answers. */
  readonly release: string;
  /** That synchronizers of its release run unless told otherwise. */
  readonly protocolVersion: ProtocolVersion;
  /** How filters name the package of a template or interface. */
  readonly filtersNamePackages: "byName" | "byNameOrId";
  /** Whether a contract may be disclosed twice, if as the same one. */
  readonly sameDisclosedTwice: "allowed" | "refused";
  /** What only who administers the participant hands out. */
  readonly rightsOfAdministrators: readonly Right["kind"][];
  /** What nobody may hand out. */
  readonly rightsLacking: readonly Right["kind"][];
  /** Whether completions tell what an external party signed. */
  readonly tellsSignedHashes: boolean;
  /** Whether the ledger end tells what time it is on each synchronizer. */
  readonly tellsTimesAtEnd: boolean;
}

const rules: Readonly<Record<ApiVersion, ApiRules>> = {
  "3.4": {
    release: "3.4.12",
    protocolVersion: 34,
    filtersNamePackages: "byNameOrId",
    sameDisclosedTwice: "refused",
    rightsOfAdministrators: ["ParticipantAdmin"],
    rightsLacking: ["CanActAsAnyParty"],
    tellsSignedHashes: false,
    tellsTimesAtEnd: false,
  },
  "3.5": {
    release: "3.5.1",
    protocolVersion: 35,
    filtersNamePackages: "byName",
    sameDisclosedTwice: "allowed",
    rightsOfAdministrators: ["ParticipantAdmin"],
    rightsLacking: ["CanActAsAnyParty"],
    tellsSignedHashes: false,
    tellsTimesAtEnd: false,
  },
  "3.6": {
    release: "3.6.0-SNAPSHOT",
    protocolVersion: 35,
    filtersNamePackages: "byName",
    sameDisclosedTwice: "allowed",
    rightsOfAdministrators: [
      "ParticipantAdmin",
      "CanReadAsAnyParty",
      "CanExecuteAsAnyParty",
      "CanActAsAnyParty",
    ],
    rightsLacking: [],
    tellsSignedHashes: true,
    tellsTimesAtEnd: true,
  },
};

/** The versions of the ledger API that can be served, oldest first: what `createLedger({ apiVersion })` takes. */
export const apiVersions: readonly ApiVersion[] = ["3.4", "3.5", "3.6"];

/** Whether a text is one of {@link apiVersions}. */
export const isApiVersion = (value: unknown): value is ApiVersion =>
  apiVersions.some((version) => version === value);

/** The same object for the same version. */
export const apiRules = (version: ApiVersion): ApiRules => rules[version];
