import type { ErrorDetails } from "../../lib/index.ts";
import byCode from "../../spec/error-advice.json" with { type: "json" };

/** Returns what to do about an error of this code (`spec/errors.yaml`). */
export const getErrorCodeAdvice = ({ code }: Pick<ErrorDetails, "code">): string =>
  (byCode as Readonly<Record<string, string>>)[code] ?? "";

/**
 * Returns what a field contains and where to get it, for fields that are often omitted or
 * misunderstood.
 */
export const getFieldAdvice = (field: string): string | undefined =>
  Object.hasOwn(adviceByField, field) ? adviceByField[field] : undefined;

/** Returns the advice on the field at a place, which may depend on the field around it. */
export const getFieldAdviceAtPath = (keys: readonly string[]): string | undefined => {
  const names = keys.filter((key) => !/^\d+$/.test(key));
  return getFieldAdvice(names.slice(-2).join(".")) ?? getFieldAdvice(names.at(-1) ?? "");
};

const adviceByField: Readonly<Record<string, string>> = {
  activeAtOffset: "Give the offset to read at; GET /v2/state/ledger-end returns the newest.",
  beginExclusive:
    "Give the offset after which to start: 0 for the beginning, or the last offset that you have read.",
  actAs: 'Give the full ids of the acting parties: "actAs": ["alice::1220…"].',
  commandId: "Choose a text that is unique for each command.",
  submissionId: "Choose a text that is unique for each submission, such as a UUID.",
  commands:
    'Give the commands as a list: "commands": [{"CreateCommand": {"templateId", "createArguments"}}].',
  "reassignmentCommands.commands":
    'Give the commands as a list: "commands": [{"command": {"UnassignCommand": {"value": {"contractId", "source", "target"}}}}].',
  reassignmentCommands:
    'Put the commands inside: {"reassignmentCommands": {"commandId", "submitter", "commands"}}.',
  submitter: 'Give the full id of the submitting party: "submitter": "alice::1220…".',
  reassignmentId: "Give the reassignmentId of the UnassignedEvent.",
  source:
    "Give the id of the synchronizer that the contract is on; GET /v2/state/connected-synchronizers lists them.",
  target: "Give the id of another synchronizer; GET /v2/state/connected-synchronizers lists them.",
  synchronizer: "Give the id of a synchronizer; GET /v2/state/connected-synchronizers lists them.",
  synchronizerId:
    "Give the id of a synchronizer; GET /v2/state/connected-synchronizers lists them.",
  packageIdSelectionPreference: "Give the ids of the preferred packages; [] for any.",
  packageVettingRequirements:
    'Name packages and parties: "packageVettingRequirements": [{"packageName": "…", "parties": ["alice::1220…"]}].',
  preparedTransaction:
    "Send the unchanged preparedTransaction of POST /v2/interactive-submission/prepare, in Base64.",
  partySignatures:
    'Give the signatures of parties: "partySignatures": {"signatures": [{"party", "signatures": [{"format", "signature", "signedBy", "signingAlgorithmSpec"}]}]}.',
  onboardingTransactions:
    'List the transactions of POST /v2/parties/external/generate-topology: "onboardingTransactions": [{"transaction": "…"}].',
  partyHint: "Give the part of the party id before ::, of letters, digits, spaces, - and _.",
  publicKey:
    'Give the key: "publicKey": {"format": "CRYPTO_KEY_FORMAT_RAW", "keyData": "…", "keySpec": "SIGNING_KEY_SPEC_EC_CURVE25519"}.',
  transactionShape: "Give TRANSACTION_SHAPE_ACS_DELTA or TRANSACTION_SHAPE_LEDGER_EFFECTS.",
  eventFormat:
    'Name the parties whose events to return: "eventFormat": {"filtersByParty": {"alice::1220…": {}}, "verbose": true}.',
  updateFormat:
    'Describe what to return: "updateFormat": {"includeTransactions": {"eventFormat": …, "transactionShape": "TRANSACTION_SHAPE_ACS_DELTA"}}.',
  updateMask: 'Name the changed fields, in snake case: "updateMask": {"paths": ["primary_party"]}.',
  templateId: "Name the template as #<package name>:<Module>:<Template>.",
  interfaceId: "Name the interface as #<package name>:<Module>:<Interface>.",
  contractId: "Give the contract id of the event that created the contract.",
  updateId: "Give an update id, as submit-and-wait returns it.",
  choiceArgument: "Give the argument of the choice; {} if it has no fields.",
  createArguments: "Give the fields of the contract as an object.",
  deduplicationPeriod:
    'Write {"DeduplicationDuration": {"value": {"seconds": 60, "nanos": 0}}}, {"DeduplicationOffset": {"value": 7}}, or omit it.',
  createdEventBlob:
    "Send the unchanged createdEventBlob of an event; filters with includeCreatedEventBlob: true return it.",
  parties: "Give a list of full party ids.",
  hashingSchemeVersion: "Give HASHING_SCHEME_VERSION_V2, or the version that prepare returned.",
  userId: "Give the user id, or omit it to use the user of the token.",
  partyIdHint: "Give the part of the party id before ::, of letters, digits, spaces, - and _.",
  user: 'Put the user inside: {"user": {"id": "alice"}, "rights": []}.',
  id: "Give the id: letters, digits, and characters such as - _ . @, without spaces.",
  identityProviderConfig:
    'Put the provider inside: {"identityProviderConfig": {"identityProviderId", "issuer", "jwksUrl", "audience"}}.',
  rights:
    'Give rights as a list beside the user: "rights": [{"kind": {"CanActAs": {"value": {"party": "alice::1220…"}}}}].',
  kind: 'Give the kind of right: "kind": {"CanActAs": {"value": {"party": "alice::1220…"}}}.',
  filter:
    "Omit the older fields filter and verbose if there is an eventFormat or updateFormat, which contains both.",
  requestingParties: "Omit requestingParties if there is a transactionFormat.",
  transactionFormat:
    'Describe what to return: "transactionFormat": {"eventFormat": {"filtersByParty": …}, "transactionShape": "TRANSACTION_SHAPE_ACS_DELTA"}.',
  cumulative:
    'List the filters: "cumulative": [{"identifierFilter": {"TemplateFilter": {"value": {"templateId": "#<package name>:<Module>:<Template>"}}}}].',
  identifierFilter:
    'Name the kind of filter: "identifierFilter": {"TemplateFilter": {"value": {"templateId"}}}, or InterfaceFilter with interfaceId, or WildcardFilter.',
  page_size: 'Give the number of records per page: {"page_size": 100}.',
  page_end_event_id:
    "Give the event_id of the last record of the previous page; omit it for the first page.",
  sort_order: "Give asc (oldest first, the default) or desc.",
  filtersByParty:
    'Use full party ids as keys: "filtersByParty": {"alice::1220…": {}}; {} matches all events.',
};
