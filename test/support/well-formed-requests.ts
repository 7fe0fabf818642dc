import { encodeBase64 } from "../../lib/base/values/base64.ts";
import { encodePreparedTransaction } from "../../lib/operations/interactive/wire/prepared-transaction-encode.ts";
import { encodeTopologyTransaction } from "../../lib/operations/interactive/wire/topology-encode.ts";
import ledgerApi from "../../spec/ledger-api.json" with { type: "json" };
import { commandsBody } from "./commands-body.ts";
import { goldenTransaction } from "./golden-prepared.ts";
import type { IouLedger } from "./iou-ledger.ts";
import { asObject, asText, isObject, type JsonObject } from "./json.ts";

/** A request without errors: whether it succeeds depends only on the rights of the caller. */
export interface WellFormed {
  readonly path?: string;
  readonly body?: (served: IouLedger) => unknown;
}

const format = ({ alice }: IouLedger) => ({ filtersByParty: { [alice]: {} } });
const commands = ({ alice }: Pick<IouLedger, "alice">) => {
  const createArguments = { issuer: alice, owner: alice, amount: "1.0", watchers: [] };
  return commandsBody(
    alice,
    { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } },
    {
      readAs: [],
      workflowId: "w",
      submissionId: "s",
      deduplicationPeriod: { DeduplicationDuration: { value: { seconds: 60, nanos: 0 } } },
      disclosedContracts: [],
      synchronizerId: "",
      packageIdSelectionPreference: [],
      prefetchContractKeys: [],
      tapsMaxPasses: 3,
    },
  );
};
const reassignment = ({ alice }: IouLedger) => ({
  reassignmentCommands: {
    commandId: "c",
    submitter: alice,
    userId: "ann",
    workflowId: "w",
    submissionId: "s",
    commands: ["00", "01"].map((prefix) => ({
      command: {
        UnassignCommand: {
          value: { contractId: prefix.padEnd(66, "ab"), source: "a::1220", target: "b::1220" },
        },
      },
    })),
  },
});
const toPrepare = ({ alice }: IouLedger) => ({
  commands: commands({ alice }).commands,
  commandId: "c",
  actAs: [alice],
  userId: "ann",
  readAs: [],
  minLedgerTime: { time: { Empty: {} } },
  disclosedContracts: [],
  synchronizerId: "",
  packageIdSelectionPreference: [],
  verboseHashing: false,
  prefetchContractKeys: [],
  estimateTrafficCost: { disabled: true, expectedSignatures: [] },
  hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
});
const signature = () => ({
  format: "SIGNATURE_FORMAT_CONCAT",
  signature: "AAAA",
  signedBy: `1220${"ab".repeat(32)}`,
  signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
});
const toExecute = ({ alice }: IouLedger) => {
  const { transaction, metadata } = goldenTransaction(2);
  const prepared = { transaction, metadata: { ...metadata, actAs: [alice] } };
  return {
    preparedTransaction: encodeBase64(encodePreparedTransaction(prepared)),
    partySignatures: { signatures: [{ party: alice, signatures: [signature()] }] },
    deduplicationPeriod: { Empty: {} },
    submissionId: "s",
    userId: "ann",
    hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
    minLedgerTime: { time: { Empty: {} } },
  };
};
const topology = () => ({
  synchronizer: "local::1220",
  partyHint: "dora",
  publicKey: {
    format: "CRYPTO_KEY_FORMAT_RAW",
    keyData: encodeBase64(new Uint8Array(32).fill(7)),
    keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
  },
});
const hosting = (): string =>
  encodeBase64(
    encodeTopologyTransaction({
      operation: "addReplace",
      serial: 1,
      mapping: {
        kind: "partyToParticipant",
        party: `dora::1220${"ab".repeat(32)}`,
        threshold: 1,
        hosts: [],
      },
    }),
  );
const onboarding = () => ({
  synchronizer: "local::1220",
  onboardingTransactions: [{ transaction: hosting(), signatures: [signature()] }],
  multiHashSignatures: [signature()],
  identityProviderId: "",
  waitForAllocation: true,
  userId: "",
});
const updates = (served: IouLedger) => ({
  beginExclusive: 0,
  endInclusive: 1,
  filter: format(served),
});
const update = (served: IouLedger) => ({
  updateId: "1220".padEnd(68, "0"),
  offset: 1,
  transactionHash: "AAAA",
  updateFormat: { includeReassignments: format(served) },
});
const transaction = ({ alice }: IouLedger) => ({
  updateId: "1220".padEnd(68, "0"),
  offset: 1,
  requestingParties: [alice],
});

const page = (served: IouLedger) => ({ eventFormat: format(served) });
const updatesPage = (served: IouLedger) => ({
  updateFormat: { includeReassignments: format(served) },
});
const mask = (path: string) => ({ paths: [path], unknownFields: { fields: {} } });
const identityProvider = (identityProviderId: string) => ({
  identityProviderId,
  isDeactivated: false,
  issuer: `https://${identityProviderId}.example.com`,
  jwksUrl: `https://${identityProviderId}.example.com/keys`,
  audience: "",
});
/** An empty ZIP archive. Uploading it fails, but only after the caller's rights were checked. */
const noArchive = Uint8Array.of(80, 75, 5, 6);
const vetting = () => ({
  changes: [{ operation: { Vet: { value: { packages: [{ packageName: "iou" }] } } } }],
  dryRun: true,
});

/** The requests by operation id. Those for open-ended streams wait at most a millisecond. */
export const wellFormed: Readonly<Record<string, WellFormed>> = {
  submitAndWait: { body: commands },
  submitAndWaitForTransaction: { body: (served) => ({ commands: commands(served) }) },
  submitAndWaitForTransactionTree: { body: commands },
  submit: { body: commands },
  submitAndWaitForReassignment: {
    body: (served) => ({ ...reassignment(served), eventFormat: format(served) }),
  },
  submitReassignment: { body: reassignment },
  prepareSubmission: { body: toPrepare },
  executeSubmission: { body: toExecute },
  executeSubmissionAndWait: { body: toExecute },
  executeSubmissionAndWaitForTransaction: {
    body: (served) => ({
      ...toExecute(served),
      transactionFormat: {
        eventFormat: format(served),
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    }),
  },
  generateExternalPartyTopology: { body: topology },
  allocateExternalParty: { body: onboarding },
  getCompletions: {
    path: "/v2/commands/completions?stream_idle_timeout_ms=1",
    body: ({ alice }) => ({ userId: "ann", parties: [alice] }),
  },
  getCommandCompletions: {
    path: "/v2/commands/command-completions?stream_idle_timeout_ms=1",
    body: ({ alice }) => ({ parties: [alice], beginExclusive: 0 }),
  },
  getCompletionByHash: { body: () => ({ transactionHash: "AAAA" }) },
  getActiveContracts: { body: (served) => ({ activeAtOffset: 1, eventFormat: format(served) }) },
  getConnectedSynchronizers: {},
  getLedgerEnd: {},
  getLatestPrunedOffsets: {},
  getUpdates: { path: "/v2/updates?stream_idle_timeout_ms=1", body: updates },
  getUpdatesFlats: { path: "/v2/updates/flats?stream_idle_timeout_ms=1", body: updates },
  getUpdatesTrees: { path: "/v2/updates/trees?stream_idle_timeout_ms=1", body: updates },
  getUpdateById: { body: update },
  getUpdateByOffset: { body: update },
  getUpdateByHash: { body: update },
  getTransactionById: { body: transaction },
  getTransactionByOffset: { body: transaction },
  getTransactionTreeById: { path: "/v2/updates/transaction-tree-by-id/1220?parties=a" },
  getTransactionTreeByOffset: { path: "/v2/updates/transaction-tree-by-offset/1?parties=a" },
  getEventsByContractId: {
    body: (served) => ({ contractId: `00${"ab".repeat(32)}`, eventFormat: format(served) }),
  },
  getContract: {
    body: ({ alice }) => ({ contractId: `00${"ab".repeat(32)}`, queryingParties: [alice] }),
  },
  listKnownParties: {},
  allocateParty: { body: () => ({}) },
  getParticipantId: {},
  getParties: { path: "/v2/parties/a" },
  listUsers: {},
  createUser: { body: () => ({ user: { id: "new" } }) },
  getUser: { path: "/v2/users/bob" },
  listUserRights: { path: "/v2/users/bob/rights" },
  grantUserRights: { path: "/v2/users/bob/rights", body: () => ({ userId: "bob", rights: [] }) },
  revokeUserRights: { path: "/v2/users/bob/rights", body: () => ({ userId: "bob", rights: [] }) },
  getAuthenticatedUser: {},
  listPackages: {},
  getLedgerApiVersion: {},
  getActiveContractsPage: { body: page },
  getActiveContractsPageByGet: { body: page },
  getUpdatesPage: { body: updatesPage },
  getPartyKeys: { path: "/v2/jose/jwks/synchronizer/a::1220/party/b::1220" },
  updateParty: {
    path: "/v2/parties/a",
    body: () => ({ partyDetails: { party: "a" }, updateMask: mask("local_metadata") }),
  },
  updateUser: {
    path: "/v2/users/bob",
    body: () => ({ user: { id: "bob" }, updateMask: mask("primary_party") }),
  },
  deleteUser: { path: "/v2/users/bob" },
  updateUserIdentityProvider: {
    path: "/v2/users/bob/identity-provider-id",
    body: () => ({ userId: "bob", sourceIdentityProviderId: "", targetIdentityProviderId: "" }),
  },
  listIdentityProviders: {},
  createIdentityProvider: { body: () => ({ identityProviderConfig: identityProvider("new") }) },
  getIdentityProvider: { path: "/v2/idps/some" },
  deleteIdentityProvider: { path: "/v2/idps/some" },
  updateIdentityProvider: {
    path: "/v2/idps/some",
    body: () => ({
      identityProviderConfig: identityProvider("some"),
      updateMask: mask("is_deactivated"),
    }),
  },
  getPackage: { path: `/v2/packages/${"ab".repeat(32)}` },
  getPackageStatus: { path: `/v2/packages/${"ab".repeat(32)}/status` },
  listVettedPackages: { body: () => ({}) },
  listVettedPackagesByGet: { body: () => ({}) },
  updateVettedPackages: { body: vetting },
  updateVettedPackagesByPost: { body: vetting },
  uploadDar: { body: () => noArchive },
  uploadPackages: { body: () => noArchive },
  validateDar: { body: () => noArchive },
  getPreferredPackages: {
    body: ({ alice }) => ({
      packageVettingRequirements: [{ parties: [alice], packageName: "iou" }],
    }),
  },
  getPreferredPackageVersion: {
    path: "/v2/interactive-submission/preferred-package-version?package-name=iou&parties=a",
  },
};

/** An operation of the ledger API. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
  /** A GET with a body, which HTTP allows but `fetch` refuses to send. */
  readonly isGetWithBody: boolean;
}

export const operationsOf = (document: JsonObject): readonly Operation[] =>
  Object.entries(asObject(document["paths"])).flatMap(([path, item]) =>
    Object.entries(asObject(item)).flatMap(([method, operation]) =>
      isObject(operation)
        ? [
            {
              operationId: asText(operation["operationId"]),
              method: method.toUpperCase(),
              path,
              isPublic: operation["security"] !== undefined,
              isGetWithBody: method === "get" && operation["requestBody"] !== undefined,
            },
          ]
        : [],
    ),
  );

/** The operations of the standard version. */
export const operations = operationsOf(ledgerApi);
