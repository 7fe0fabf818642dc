import type { ProtocolVersion } from "../../base/identifiers/protocol-version.ts";
import type { Right } from "../../base/model/administration.ts";

/**
 * A version of the JSON Ledger API: which operations and fields the HTTP layer has, by which document, and what of the
 * ledger's behaviour goes with it. A line such as 3.5 stands for its newest release. docs/guide/served.md lists what differs.
 */
export type ApiVersion = "3.4" | "3.5.1" | "3.5" | "3.6";

/** What `createLedger({ apiVersion })` takes: a version, or the release that a line stands for. */
export type ApiVersionName = ApiVersion | "3.4.12" | "3.5.19" | "3.6.1";

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
  /** Rights that only a participant administrator grants and revokes. */
  readonly rightsOfAdministrators: readonly Right["kind"][];
  /** What nobody may hand out. */
  readonly rightsLacking: readonly Right["kind"][];
  /** Whether packages may be vetted without their dependencies from protocol version 35 on, with no force flag. */
  readonly vetsWithoutDependencies: boolean;
  /** Whether completions tell what an external party signed. */
  readonly tellsSignedHashes: boolean;
  /** Whether the ledger end tells what time it is on each synchronizer. */
  readonly tellsTimesAtEnd: boolean;
  /** Whether endpoints and fields of earlier releases are refused unless `limits` enable them. */
  readonly disablesDeprecated: boolean;
}

const release351: ApiRules = {
  release: "3.5.1",
  protocolVersion: 35,
  filtersNamePackages: "byName",
  sameDisclosedTwice: "allowed",
  rightsOfAdministrators: ["ParticipantAdmin"],
  rightsLacking: ["CanActAsAnyParty"],
  vetsWithoutDependencies: false,
  tellsSignedHashes: false,
  tellsTimesAtEnd: false,
  disablesDeprecated: false,
};

const release3519: ApiRules = {
  ...release351,
  release: "3.5.19",
  rightsOfAdministrators: ["ParticipantAdmin", "CanReadAsAnyParty", "CanExecuteAsAnyParty"],
  vetsWithoutDependencies: true,
};

const rules: Readonly<Record<ApiVersion, ApiRules>> = {
  "3.4": {
    ...release351,
    release: "3.4.12",
    protocolVersion: 34,
    filtersNamePackages: "byNameOrId",
    sameDisclosedTwice: "refused",
  },
  "3.5.1": release351,
  "3.5": release3519,
  "3.6": {
    ...release3519,
    release: "3.6.1",
    rightsOfAdministrators: [...release3519.rightsOfAdministrators, "CanActAsAnyParty"],
    rightsLacking: [],
    tellsSignedHashes: true,
    tellsTimesAtEnd: true,
    disablesDeprecated: true,
  },
};

/** The versions of the ledger API that can be served, oldest first. */
export const apiVersions: readonly ApiVersion[] = ["3.4", "3.5.1", "3.5", "3.6"];

/** The names of {@link apiVersions}, oldest first: each version, and the release of each line. */
export const apiVersionNames: readonly ApiVersionName[] = [
  "3.4",
  "3.4.12",
  "3.5.1",
  "3.5",
  "3.5.19",
  "3.6",
  "3.6.1",
];

/** Returns true for one of {@link apiVersionNames}. */
export const isApiVersion = (value: unknown): value is ApiVersionName =>
  apiVersionNames.some((name) => name === value);

/** Returns the version that a name stands for. */
export const apiVersionOf = (name: ApiVersionName): ApiVersion =>
  apiVersions.find((version) => version === name || rules[version].release === name) ?? "3.5";

/** The same object for the same version. */
export const apiRules = (version: ApiVersion): ApiRules => rules[version];
