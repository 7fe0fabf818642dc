import { formatArgumentFault } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  describeGrammarMismatch,
  matchesGrammar,
  packageIdGrammar,
  uniqueIdentifierGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import {
  type JsonObject,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readOptionalList,
} from "../../../views/envelope/readers.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireActiveUser } from "../../authorization/claims.ts";
import type { ListVettedPackagesRequest } from "../../requests/packages.ts";
import { type PagedListSettings, paginate } from "../lists/page.ts";
import {
  toVettedPackagesJson,
  type VettedPackageJson,
  type VettedPackagesJson,
} from "./vetting-json.ts";
import { malformedVettingRequestError } from "./vetting-request.ts";

/** The vetted packages by synchronizer, and the token of the next page. */
export interface ListVettedPackagesResponse {
  readonly vettedPackages: readonly VettedPackagesJson[];
  /** `""` only after an empty page. */
  readonly nextPageToken: string;
}

/**
 * Returns the vetted packages for each synchronizer that has matching packages. `request` is
 * `{packageMetadataFilter?, topologyStateFilter?, pageSize?, pageToken?}`. A package matches if its
 * id or the beginning of its name is in the filter, or if the filter is empty. A synchronizer
 * matches if the filter lists both it and this participant. An empty list in the filter matches
 * everything (ledger-api.md 3.16).
 *
 * Raises PROTO_DESERIALIZATION_FAILURE, INVALID_ARGUMENT, TOPOLOGY_STORE_NOT_FOUND,
 * UNAUTHENTICATED.
 */
export const listVettedPackages = (
  ledger: Ledger,
  request: ListVettedPackagesRequest = {},
  caller: Caller = trustedCaller,
): ListVettedPackagesResponse => {
  const body = readJsonObject(request);
  const filter = readFilter(body);
  requireActiveUser(caller);
  checkFilter(filter);
  const list: PagedListSettings = {
    name: "vetting",
    maxSize: ledger.config.maxVettedPackagesPageSize,
    aboveMax: "refuse",
    endsWith: "emptyPage",
    invalid: (fault) => malformedVettingRequestError(formatArgumentFault(fault)),
  };
  const page = paginate(list, body, (after) => {
    checkConnected(ledger.state, filter.synchronizerIds);
    return iterateVetting(ledger.state, filter, after);
  });
  return { vettedPackages: page.items, nextPageToken: page.nextPageToken };
};

interface VettingFilter {
  readonly packageIds: readonly string[];
  readonly packageNamePrefixes: readonly string[];
  readonly participantIds: readonly string[];
  readonly synchronizerIds: readonly string[];
}

const readFilter = (body: JsonObject): VettingFilter => {
  const packages = readOptionalJsonField(body, "packageMetadataFilter", readJsonObject) ?? {};
  const topology = readOptionalJsonField(body, "topologyStateFilter", readJsonObject) ?? {};
  const texts = (object: JsonObject, field: string): readonly string[] =>
    readOptionalList(object, field, readJsonString);
  return {
    packageIds: texts(packages, "packageIds"),
    packageNamePrefixes: texts(packages, "packageNamePrefixes"),
    participantIds: texts(topology, "participantIds"),
    synchronizerIds: texts(topology, "synchronizerIds"),
  };
};

const checkFilter = ({ packageIds, participantIds, synchronizerIds }: VettingFilter): void => {
  const parts = [
    [packageIdGrammar, packageIds],
    [uniqueIdentifierGrammar, participantIds],
    [uniqueIdentifierGrammar, synchronizerIds],
  ] as const;
  for (const [grammar, texts] of parts) {
    const mismatch = texts.find((text) => !matchesGrammar(grammar, text));
    if (mismatch !== undefined) {
      throw malformedVettingRequestError(describeGrammarMismatch(grammar, mismatch));
    }
  }
};

/** Raises TOPOLOGY_STORE_NOT_FOUND for a synchronizer that is not connected. */
const checkConnected = ({ synchronizers }: LedgerState, wanted: readonly string[]): void => {
  const unknown = wanted.find((each) => !synchronizers.some(({ id }) => id === each));
  if (unknown === undefined) return;
  throw ledgerError("TOPOLOGY_STORE_NOT_FOUND", {
    cause: `The participant is not connected to the synchronizer ${unknown}.`,
    context: { synchronizerId: unknown },
    path: "topologyStateFilter.synchronizerIds",
  });
};

function* iterateVetting(
  state: LedgerState,
  filter: VettingFilter,
  from: string | undefined,
): Iterable<[string, VettedPackagesJson]> {
  const { participantIds, synchronizerIds } = filter;
  if (participantIds.length > 0 && !participantIds.includes(state.participantId)) return;
  for (const [synchronizerId, vetting] of state.vetting.entries(from)) {
    if (synchronizerIds.length > 0 && !synchronizerIds.includes(synchronizerId)) continue;
    const isWanted = (vetted: VettedPackageJson): boolean => matchesFilter(filter, vetted);
    const json = toVettedPackagesJson(state, synchronizerId, { vetting, isWanted });
    if (json.packages.length > 0) yield [synchronizerId, json];
  }
}

const matchesFilter = (
  { packageIds, packageNamePrefixes }: VettingFilter,
  { packageId, packageName }: VettedPackageJson,
): boolean =>
  (packageIds.length === 0 && packageNamePrefixes.length === 0) ||
  packageIds.includes(packageId) ||
  packageNamePrefixes.some((prefix) => packageName.startsWith(prefix));
