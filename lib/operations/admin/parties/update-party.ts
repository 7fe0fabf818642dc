import { createChangedCopy } from "../../../base/collections/immer.ts";
import { missingFieldError } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { partyIdGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { IdentityProviderId, Party } from "../../../base/identifiers/identifiers.ts";
import type { PartyDetails } from "../../../base/model/administration.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { checkIdentifierOfUnnamedField } from "../../../views/envelope/identifier-readers.ts";
import {
  type JsonReader,
  readBoolean,
  readJsonObject,
  readOptionalJsonField,
  readOptionalText,
  readWithErrorPath,
} from "../../../views/envelope/readers.ts";
import {
  checkIdentityProviderExists,
  resolveIdentityProviderToManage,
} from "../../authorization/administrators.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import type { UpdatePartyRequest } from "../../requests/administration.ts";
import { changeResourceMetadata } from "../resource-meta/change-meta.ts";
import {
  createFieldMask,
  type FieldMask,
  missingUpdateMaskError,
  readUpdateMaskPaths,
} from "../resource-meta/field-mask.ts";
import {
  checkObjectMetaChange,
  readRequestedObjectMeta,
  type RequestedObjectMeta,
} from "../resource-meta/object-meta.ts";
import { createPartyDetailsJson, type PartyDetailsJson } from "./party-json.ts";

const maskableParty = {
  leaves: [
    "party",
    "is_local",
    "local_metadata.resource_version",
    "local_metadata.annotations",
    "identity_provider_id",
  ],
  invalid: "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
  resourceType: "PARTY",
} as const;

/**
 * Changes the annotations of a party that is hosted here. `request` is
 * `{partyDetails, updateMask}`. Requires an administrator. The mask may name fields that cannot
 * change, but `is_local` only with its current value (rules.yaml S12, ledger-api.md 3.10).
 *
 * Raises MISSING_FIELD, INVALID_FIELD, INVALID_ARGUMENT, INVALID_PARTY_DETAILS_UPDATE_REQUEST,
 * PARTY_NOT_FOUND, CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED,
 * MAX_PARTY_DETAILS_ANNOTATIONS_SIZE_EXCEEDED, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const updateParty = async (
  ledger: Ledger,
  request: UpdatePartyRequest,
  caller: Caller = trustedCaller,
): Promise<{ readonly partyDetails: PartyDetailsJson }> => {
  const body = readJsonObject(request);
  const requested = readOptionalJsonField(body, "partyDetails", readRequestedParty);
  const paths = readUpdateMaskPaths(body);
  const provider = resolveIdentityProviderToManage(caller, requested?.identityProviderId ?? "");
  const { maxAnnotationsBytes } = ledger.config;
  if (requested === undefined) throw missingFieldError("partyDetails");
  const version = readWithErrorPath("partyDetails", requested, () =>
    checkFields(requested, maxAnnotationsBytes),
  );
  if (paths === undefined) throw missingUpdateMaskError();
  return ledger.commit((state) => {
    checkIdentityProviderExists(state, provider, "partyDetails.identityProviderId");
    const mask = createFieldMask(paths, maskableParty, requested.party);
    const stored = findParty(state, requested.party);
    checkUnchangeable(stored, { requested, mask, provider });
    const annotations = mask.isFieldCovered("local_metadata.annotations")
      ? requested.localMetadata.annotations
      : undefined;
    const details = createChangedCopy(stored, ({ party, localMetadata }) => {
      changeResourceMetadata(
        localMetadata,
        { expectedVersion: version, annotations },
        {
          conflict: "CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED",
          tooLarge: "MAX_PARTY_DETAILS_ANNOTATIONS_SIZE_EXCEEDED",
          resource: ["PARTY", party],
          maxAnnotationsBytes,
        },
      );
    });
    return {
      events: [{ kind: "partyDetailsChanged", details }],
      outcome: { partyDetails: createPartyDetailsJson(details) },
    };
  }, caller);
};

/** The details in a request. Unset fields have their defaults. */
interface RequestedParty {
  readonly party: Party;
  readonly isLocal: boolean;
  readonly localMetadata: RequestedObjectMeta;
  readonly identityProviderId: IdentityProviderId;
}

const readRequestedParty: JsonReader<RequestedParty> = (json) => {
  const details = readJsonObject(json);
  return {
    party: readOptionalText(details, "party"),
    isLocal: readOptionalJsonField(details, "isLocal", readBoolean) ?? false,
    localMetadata:
      readOptionalJsonField(details, "localMetadata", readRequestedObjectMeta) ??
      readRequestedObjectMeta(undefined),
    identityProviderId: readOptionalText(details, "identityProviderId"),
  };
};

/** Checks the fields, and returns the expected version. */
const checkFields = (
  { party, localMetadata }: RequestedParty,
  maxAnnotationsBytes: number,
): bigint | undefined => {
  checkIdentifierOfUnnamedField(partyIdGrammar, party, "party");
  return readWithErrorPath("localMetadata", localMetadata, () =>
    checkObjectMetaChange(localMetadata, maxAnnotationsBytes),
  );
};

/**
 * Returns the details of a party that is hosted here. Raises PARTY_NOT_FOUND for other parties,
 * because this participant has no record of them that could change.
 */
const findParty = (state: LedgerState, party: Party): PartyDetails => {
  const details = state.parties.get(party);
  if (details?.isLocal === true) return details;
  throw ledgerError("PARTY_NOT_FOUND", {
    cause:
      details === undefined
        ? `The party ${party} is not known to this participant.`
        : `The party ${party} is hosted by other participants, so this participant has no record of it.`,
    resources: [["PARTY", party]],
  });
};

interface UnchangeableFields {
  readonly requested: RequestedParty;
  readonly mask: FieldMask<(typeof maskableParty.leaves)[number]>;
  readonly provider: IdentityProviderId;
}

const checkUnchangeable = (
  stored: PartyDetails,
  { requested, mask, provider }: UnchangeableFields,
): void => {
  if (mask.isFieldNamed("is_local") && requested.isLocal !== stored.isLocal) {
    throw ledgerError(maskableParty.invalid, {
      resources: [["PARTY", stored.party]],
      cause: `The update mask names is_local, which cannot change: it is ${String(stored.isLocal)}.`,
      path: "partyDetails.isLocal",
    });
  }
  if (stored.identityProviderId === provider) return;
  throw ledgerError("PERMISSION_DENIED", {
    cause: `The party ${stored.party} belongs to another identity provider.`,
  });
};
