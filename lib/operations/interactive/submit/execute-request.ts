import { invalidFieldError, missingFieldError } from "../../../base/errors/argument-error.ts";
import {
  describeIdentifierGrammar,
  ledgerStringGrammar,
  matchesGrammar,
  uniqueIdentifierGrammar,
  userIdGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { Party, UserId } from "../../../base/identifiers/identifiers.ts";
import type { DeduplicationPeriod } from "../../../base/model/completion.ts";
import type { Precedence } from "../../../ledger/port/precedence.ts";
import {
  checkOptionalIdentifier,
  requireIdentifier,
} from "../../../views/envelope/identifier-readers.ts";
import {
  createEnumJsonReader,
  type JsonObject,
  type JsonReader,
  readBase64Bytes,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readOptionalList,
  readOptionalText,
} from "../../../views/envelope/readers.ts";
import {
  type CommandsRequest,
  readDeduplicationPeriod,
  type RequestedDeduplicationPeriod,
} from "../../commands/commands-request.ts";
import { validateDeduplicationPeriod } from "../../commands/validate-commands.ts";
import {
  type HashingScheme,
  hashingSchemeNames,
  parseHashingScheme,
  unspecifiedHashingSchemeError,
} from "../hash/hashing-scheme.ts";
import { readSignature } from "../keys/signature.ts";
import type { SignaturesOfParty } from "../signatures/party-signature.ts";
import { readMinLedgerTimeFields } from "./prepare-request.ts";

/**
 * A JsExecuteSubmissionRequest whose fields have the right JSON types, but are not validated yet
 * (rules.yaml S7, S14).
 */
export interface ExecuteRequest extends Pick<
  CommandsRequest,
  "minLedgerTimeAbs" | "minLedgerTimeRel"
> {
  readonly preparedTransaction: Uint8Array;
  readonly partySignatures: readonly SignaturesOfParty[] | undefined;
  readonly submissionId: string;
  readonly userId: string;
  readonly scheme: HashingScheme | undefined;
  readonly deduplicationPeriod: RequestedDeduplicationPeriod | undefined;
}

/** Reads an execute request. Raises INVALID_ARGUMENT, MISSING_FIELD, INVALID_FIELD. */
export const readExecuteSubmissionRequest: JsonReader<ExecuteRequest> = (json) => {
  const object = readJsonObject(json);
  return {
    submissionId: readOptionalText(object, "submissionId"),
    userId: readOptionalText(object, "userId"),
    deduplicationPeriod: readOptionalJsonField(
      object,
      "deduplicationPeriod",
      readDeduplicationPeriod,
    ),
    preparedTransaction:
      readOptionalJsonField(object, "preparedTransaction", readBase64Bytes) ?? new Uint8Array(),
    partySignatures: readOptionalJsonField(object, "partySignatures", readPartySignatures),
    scheme: readScheme(object),
    ...readMinLedgerTimeFields(object),
  };
};

const readScheme = (object: JsonObject): HashingScheme | undefined => {
  const name = readOptionalJsonField(
    object,
    "hashingSchemeVersion",
    createEnumJsonReader(hashingSchemeNames),
  );
  return name === undefined ? undefined : parseHashingScheme(name);
};

const readPartySignature: JsonReader<SignaturesOfParty> = (json) => {
  const object = readJsonObject(json);
  return {
    party: readSigner(readOptionalText(object, "party")),
    signatures: readOptionalList(object, "signatures", readSignature),
  };
};

const readSigner: JsonReader<Party> = (json) => {
  const party = readJsonString(json);
  if (matchesGrammar(uniqueIdentifierGrammar, party)) return party;
  throw invalidFieldError({
    field: "party",
    expected: describeIdentifierGrammar(uniqueIdentifierGrammar),
    found: party,
  });
};

const readPartySignatures: JsonReader<readonly SignaturesOfParty[]> = (json) =>
  readOptionalList(readJsonObject(json), "signatures", readPartySignature);

/** The validated fields of an execute request. */
export interface ValidatedExecuteRequest {
  readonly userId: UserId;
  readonly submissionId: string;
  readonly deduplicationPeriod: DeduplicationPeriod | undefined;
  readonly partySignatures: readonly SignaturesOfParty[];
  readonly scheme: HashingScheme;
}

/**
 * Checks the fields in the order of ledger-api.md 3.14. The specification requires a submission id;
 * a participant creates one if it is empty. Raises MISSING_FIELD, INVALID_FIELD, NEGATIVE_OFFSET.
 */
export const validateExecuteRequest = (
  request: ExecuteRequest,
  userId: UserId,
  precedence: Precedence,
): ValidatedExecuteRequest => {
  const check = precedence === "participant" ? checkOptionalIdentifier : requireIdentifier;
  const submissionId = check(ledgerStringGrammar, request.submissionId, "submissionId");
  requireIdentifier(userIdGrammar, userId, "userId");
  const deduplicationPeriod = validateDeduplicationPeriod(request.deduplicationPeriod);
  if (request.preparedTransaction.length === 0) throw missingFieldError("preparedTransaction");
  const { partySignatures, scheme } = request;
  if (partySignatures === undefined) {
    throw missingFieldError("partiesSignatures", {
      cause: "The field partySignatures is required.",
    });
  }
  if (scheme === undefined) {
    throw unspecifiedHashingSchemeError();
  }
  return { userId, submissionId, deduplicationPeriod, partySignatures, scheme };
};
