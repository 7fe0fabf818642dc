import type { ProtocolVersion } from "../../base/identifiers/protocol-version.ts";
import type { Right } from "../../base/model/administration.ts";

/**
 * A version of the JSON Ledger API. It determines the operations and fields of the HTTP layer, the
 * API document, and some of the ledger's behaviour. A release line such as 3.5 means its newest
 * supported release. docs/guide/served.md lists the differences.
 */
export type ApiVersion = "3.4" | "3.5.1" | "3.5" | "3.6";

/** The accepted values of `createLedger({ apiVersion })`: a release line, or a release of one. */
export type ApiVersionName = ReleaseLine | `${ReleaseLine}.${number}`;

type ReleaseLine = "3.4" | "3.5" | "3.6";

/**
 * The behaviour of the ledger that depends on the API version, apart from the fields of messages.
 */
export interface ApiVersionRules {
  /** The newest release that was compared with this version. */
  readonly release: string;
  /** The oldest release that has this version. */
  readonly firstRelease: string;
  /** The default protocol version of synchronizers. */
  readonly protocolVersion: ProtocolVersion;
  /** The ways in which filters may name the package of a template or interface. */
  readonly filtersNamePackages: "byName" | "byNameOrId";
  /** True if a request may disclose the same contract twice with equal contents. */
  readonly duplicateDisclosure: "allowed" | "refused";
  /** Rights that only a participant administrator may grant and revoke. */
  readonly adminOnlyRights: readonly Right["kind"][];
  /** Rights that do not exist in this version. */
  readonly unsupportedRights: readonly Right["kind"][];
  /**
   * True if, from protocol version 35 on, vetting a package without its dependencies needs no force flag.
   */
  readonly vetsWithoutDependencies: boolean;
  /**
   * `required` if a transaction that reassigns some inputs needs a submitter that is a stakeholder
   * of the other inputs, too.
   */
  readonly stakeholderOfUnmovedInputs: "required" | "notRequired";
  /** True if completions contain the hash that an external party signed. */
  readonly completionsHaveHash: boolean;
  /** True if the ledger end contains the time of each synchronizer. */
  readonly ledgerEndHasTimes: boolean;
  /** True if endpoints and fields of earlier releases are refused unless `limits` enable them. */
  readonly disablesDeprecated: boolean;
  /** True if a request may set its timeout in the header Request-Timeout. */
  readonly readsRequestTimeout: boolean;
  /**
   * True if a body with more than `maxValueNesting` levels of JSON is refused before it is decoded.
   */
  readonly refusesDeepJson: boolean;
  /**
   * True if the token may be at any position of the header Sec-WebSocket-Protocol; false if it must
   * be the first.
   */
  readonly findsTokenAtAnyPosition: boolean;
}

const release351Rules: ApiVersionRules = {
  release: "3.5.1",
  firstRelease: "3.5.0",
  protocolVersion: 35,
  filtersNamePackages: "byName",
  duplicateDisclosure: "allowed",
  adminOnlyRights: ["ParticipantAdmin"],
  unsupportedRights: ["CanActAsAnyParty"],
  vetsWithoutDependencies: false,
  stakeholderOfUnmovedInputs: "required",
  completionsHaveHash: false,
  ledgerEndHasTimes: false,
  disablesDeprecated: false,
  readsRequestTimeout: false,
  refusesDeepJson: false,
  findsTokenAtAnyPosition: false,
};

const release3519Rules: ApiVersionRules = {
  ...release351Rules,
  release: "3.5.19",
  firstRelease: "3.5.5",
  adminOnlyRights: ["ParticipantAdmin", "CanReadAsAnyParty", "CanExecuteAsAnyParty"],
  vetsWithoutDependencies: true,
};

const apiRulesByVersion: Readonly<Record<ApiVersion, ApiVersionRules>> = {
  "3.4": {
    ...release351Rules,
    release: "3.4.12",
    firstRelease: "3.4.0",
    protocolVersion: 34,
    filtersNamePackages: "byNameOrId",
    duplicateDisclosure: "refused",
  },
  "3.5.1": release351Rules,
  "3.5": release3519Rules,
  "3.6": {
    ...release3519Rules,
    release: "3.6.1",
    firstRelease: "3.6.0",
    adminOnlyRights: [...release3519Rules.adminOnlyRights, "CanActAsAnyParty"],
    unsupportedRights: [],
    stakeholderOfUnmovedInputs: "notRequired",
    completionsHaveHash: true,
    ledgerEndHasTimes: true,
    disablesDeprecated: true,
    readsRequestTimeout: true,
    refusesDeepJson: true,
    findsTokenAtAnyPosition: true,
  },
};

/** The supported versions of the ledger API, oldest first. */
export const apiVersions: readonly ApiVersion[] = ["3.4", "3.5.1", "3.5", "3.6"];

/** Completes "expected …" in errors about a value that is no {@link ApiVersionName}. */
export const expectedApiVersionsText = "3.4, 3.5 or 3.6, or a release of them such as 3.5.1";

/** Returns true for a supported release line, and for each of its releases. */
export const isApiVersion = (value: unknown): value is ApiVersionName =>
  typeof value === "string" && /^3\.[456](?:\.\d{1,4})?$/u.test(value);

/**
 * Returns the version that a line or release has. For a release of an unsupported line, returns the
 * nearest version.
 */
export const resolveApiVersion = (name: string): ApiVersion =>
  apiVersions.find((version) => version === name) ??
  apiVersions.findLast((version) =>
    isSameOrLater(name, getApiVersionRules(version).firstRelease),
  ) ??
  "3.4";

/** Compares numbers as numbers: 3.5.14 is later than 3.5.5. */
const isSameOrLater = (release: string, other: string): boolean =>
  release.localeCompare(other, "en", { numeric: true }) >= 0;

/** Returns the rules of a version; always the same object. */
export const getApiVersionRules = (version: ApiVersion): ApiVersionRules =>
  apiRulesByVersion[version];
