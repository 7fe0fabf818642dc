import type { ErrorDetails } from "../../lib/index.ts";
import byCode from "../../spec/error-advice.json" with { type: "json" };

/** Returns what to do about an error of this code (`spec/errors.yaml`). */
export const adviceOnCode = ({ code }: Pick<ErrorDetails, "code">): string =>
  (byCode as Readonly<Record<string, string>>)[code] ?? "";

/**
 * Returns what a field contains and where to get it, for fields that are often omitted or
 * misunderstood.
 */
export const adviceOnField = (field: string): string | undefined =>
  Object.hasOwn(fields, field) ? fields[field] : undefined;

/** Returns the advice on the field at a place, which may depend on the field around it. */
export const adviceAt = (keys: readonly string[]): string | undefined => {
  const names = keys.filter((key) => !/^\d+$/.test(key));
  return adviceOnField(names.slice(-2).join(".")) ?? adviceOnField(names.at(-1) ?? "");
};

const fields: Readonly<Record<string, string>> = {
  activeAtOffset:
    "Give the offset to look at: GET /v2/state/ledger-end tells the newest; 0 is before everything.",
  beginExclusive:
    "Give the offset after which to begin: 0 for the beginning, or the last one that was seen.",
  actAs: 'Give the parties that act, by their full ids: "actAs": ["alice::1220…"].',
  commandId: "Give a text of your own, another one for each command.",
  submissionId: "Give a text of your own, another one for each submission, such as a UUID.",
  commands:
    'Give the commands as a list: "commands": [{"CreateCommand": {"templateId", "createArguments"}}].',
  "reassignmentCommands.commands":
    'Give the commands as a list: "commands": [{"command": {"UnassignCommand": {"value": {"contractId", "source", "target"}}}}].',
  reassignmentCommands:
    'Put the commands inside: {"reassignmentCommands": {"commandId", "submitter", "commands"}}.',
  submitter: 'Give the party that submits, by its full id: "submitter": "alice::1220…".',
  reassignmentId: "Give the reassignmentId that the unassignment (UnassignedEvent) has answered.",
  source:
    "Give the id of the synchronizer where the contract is, as GET /v2/state/connected-synchronizers lists them.",
  target:
    "Give the id of another synchronizer, as GET /v2/state/connected-synchronizers lists them.",
  synchronizer:
    "Give the id of a synchronizer, as GET /v2/state/connected-synchronizers lists them.",
  synchronizerId:
    "Give the id of a synchronizer, as GET /v2/state/connected-synchronizers lists them.",
  packageIdSelectionPreference: "Give the ids of the packages to prefer, [] where any will do.",
  packageVettingRequirements:
    'Say for what: "packageVettingRequirements": [{"packageName": "…", "parties": ["alice::1220…"]}].',
  preparedTransaction:
    "Send the preparedTransaction that POST /v2/interactive-submission/prepare has answered, as it was, in Base64.",
  partySignatures:
    'Give the signatures of parties: "partySignatures": {"signatures": [{"party", "signatures": [{"format", "signature", "signedBy", "signingAlgorithmSpec"}]}]}.',
  onboardingTransactions:
    'List what POST /v2/parties/external/generate-topology has answered: "onboardingTransactions": [{"transaction": "…"}].',
  partyHint:
    "Give what the id of the party is to begin with, before ::, of letters, digits, blanks, - and _.",
  publicKey:
    'Give the key: "publicKey": {"format": "CRYPTO_KEY_FORMAT_RAW", "keyData": "…", "keySpec": "SIGNING_KEY_SPEC_EC_CURVE25519"}.',
  transactionShape: "Give TRANSACTION_SHAPE_ACS_DELTA or TRANSACTION_SHAPE_LEDGER_EFFECTS.",
  eventFormat:
    'Say whose events are wanted: "eventFormat": {"filtersByParty": {"alice::1220…": {}}, "verbose": true}.',
  updateFormat:
    'Say what is wanted: "updateFormat": {"includeTransactions": {"eventFormat": …, "transactionShape": "TRANSACTION_SHAPE_ACS_DELTA"}}.',
  updateMask: 'Name what changes, in snake case: "updateMask": {"paths": ["primary_party"]}.',
  templateId: "Name the template as #<package name>:<Module>:<Template>.",
  interfaceId: "Name the interface as #<package name>:<Module>:<Interface>.",
  contractId: "Give the contract id, as the event of its creation tells it.",
  updateId: "Give the id of an update, as submit-and-wait answers it.",
  choiceArgument: "Give the argument of the choice, {} where it has none.",
  createArguments: "Give the fields of the contract as an object.",
  deduplicationPeriod:
    'Write {"DeduplicationDuration": {"value": {"seconds": 60, "nanos": 0}}}, {"DeduplicationOffset": {"value": 7}}, or leave it out.',
  createdEventBlob:
    "Send the createdEventBlob of an event as it was received; a filter has it with includeCreatedEventBlob: true.",
  parties: "Give the parties by their full ids, as a list.",
  hashingSchemeVersion: "Give HASHING_SCHEME_VERSION_V2, or what prepare has answered.",
  userId: "Give the id of the user, or leave it to the token.",
  partyIdHint:
    "Give what the id of the party is to begin with, before ::, of letters, digits, blanks, - and _.",
  user: 'Put the user inside: {"user": {"id": "alice"}, "rights": []}.',
  id: "Give the id: letters and digits, and signs such as - _ . @ without blanks.",
  identityProviderConfig:
    'Put the provider inside: {"identityProviderConfig": {"identityProviderId", "issuer", "jwksUrl", "audience"}}.',
  rights:
    'Give rights as a list beside the user: "rights": [{"kind": {"CanActAs": {"value": {"party": "alice::1220…"}}}}].',
  kind: 'Give the kind of right: "kind": {"CanActAs": {"value": {"party": "alice::1220…"}}}.',
  filter:
    "Leave the older fields filter and verbose out where there is a format: eventFormat or updateFormat has the same inside.",
  requestingParties: "Leave requestingParties out where there is a transactionFormat.",
  transactionFormat:
    'Say what is wanted: "transactionFormat": {"eventFormat": {"filtersByParty": …}, "transactionShape": "TRANSACTION_SHAPE_ACS_DELTA"}.',
  cumulative:
    'List the filters: "cumulative": [{"identifierFilter": {"TemplateFilter": {"value": {"templateId": "#<package name>:<Module>:<Template>"}}}}].',
  identifierFilter:
    'Name the kind of filter: "identifierFilter": {"TemplateFilter": {"value": {"templateId"}}}, or InterfaceFilter with interfaceId, or WildcardFilter.',
  page_size: 'Give how many records a page is to have, as a number: {"page_size": 100}.',
  page_end_event_id:
    "Give the event_id of the last record of the page before, or leave it out for the first page.",
  sort_order: "Give asc, oldest first, or desc; asc when it is left out.",
  filtersByParty:
    'Name parties by their full ids as keys: "filtersByParty": {"alice::1220…": {}}; {} lets all events pass.',
};
