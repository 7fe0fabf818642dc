import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import { decodeBase64, encodeBase64 } from "../../base/values/base64.ts";
import { formatTimestamp, parseTimestamp } from "../../base/values/time.ts";
import { hashTopologyTransaction } from "../../operations/interactive/hash/topology-hash.ts";
import { allocateExternalParty } from "../../operations/interactive/onboard/allocate-external-party.ts";
import { generateExternalPartyTopology } from "../../operations/interactive/onboard/generate-topology.ts";
import { executePreparedAndWait } from "../../operations/interactive/submit/execute-prepared.ts";
import { prepareTransaction } from "../../operations/interactive/submit/prepare-transaction.ts";
import type { PrepareSubmissionResponse } from "../../operations/interactive/submit/prepared-response.ts";
import { decodePreparedTransaction } from "../../operations/interactive/wire/prepared-transaction-decode.ts";
import { formatAmount } from "../amount.ts";
import { preapprovalMicros } from "../automation/wallets.ts";
import {
  createSpliceExerciseCommand,
  createTransferInputs,
  getRoundNumber,
  listSortedRounds,
} from "../commands.ts";
import { summarizeHoldings } from "../holdings.ts";
import { readLocalnetStateView } from "../localnet-state-view.ts";
import { validatorLedgerApiUserId } from "../names.ts";
import {
  findTransferPreapproval,
  requireAmuletRules,
  requireExternalPartyAmuletRules,
} from "../registry.ts";
import {
  badRequestError,
  conflictError,
  createNotFoundServiceError,
  ServiceError,
} from "../service-error.ts";
import { toContractJsonWithSynchronizer } from "../splice-contract-json.ts";
import {
  formatTimestampAfterDuration,
  requirePaymentContext,
  submitForChoiceResult,
  type ValidatorNode,
} from "../validator-node.ts";
import { readPositiveAmount } from "../wallet/wallet.ts";

const publicKey = (hex: string) => ({
  format: "CRYPTO_KEY_FORMAT_RAW",
  keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
  keyData: encodeBase64(decodeHexField(hex, "public_key")),
});

const decodeHexField = (hex: string, field: string): Uint8Array => {
  try {
    return hexToBytes(hex);
  } catch {
    throw badRequestError(`${field} is not hex-encoded: ${hex.slice(0, 80)}`);
  }
};

export interface ExternalPartyTopologyRequest {
  readonly party_hint: string;
  readonly public_key: string;
}

const getFirstSynchronizer = ({ ledger }: ValidatorNode): string =>
  ledger.state.synchronizers[0]?.id ?? "";

/**
 * Returns the transaction that the owner of a key must sign so that the participant hosts its party. One
 * transaction contains all three mappings.
 */
export const generateExternalPartyTopologyJson = (
  validator: ValidatorNode,
  request: ExternalPartyTopologyRequest,
) => {
  const generated = generateExternalPartyTopology(validator.ledger, {
    synchronizer: getFirstSynchronizer(validator),
    partyHint: request.party_hint,
    publicKey: publicKey(request.public_key),
  });
  return {
    party_id: generated.partyId,
    topology_txs: generated.topologyTransactions.map((topology_tx) => ({
      topology_tx,
      hash: bytesToHex(hashTopologyTransaction(decodeTransaction(topology_tx))),
    })),
  };
};

const decodeTransaction = (text: string): Uint8Array => {
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw badRequestError("topology_tx is not base64.");
  return bytes;
};

export interface SignedExternalPartyTopologyRequest {
  readonly public_key: string;
  readonly signed_topology_txs: readonly {
    readonly topology_tx: string;
    readonly signed_hash: string;
  }[];
}

const createSignatureJson = (hex: string, signedBy: string) => ({
  format: "SIGNATURE_FORMAT_CONCAT",
  signature: encodeBase64(decodeHexField(hex, "signed_hash")),
  signedBy,
  signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
});

/** Returns the fingerprint of a key, which is the namespace of the key's parties. */
const computeKeyFingerprint = (validator: ValidatorNode, key: string): string =>
  generateExternalPartyTopology(validator.ledger, {
    synchronizer: getFirstSynchronizer(validator),
    partyHint: "fingerprint",
    publicKey: publicKey(key),
  }).publicKeyFingerprint;

export const submitSignedExternalPartyTopology = async (
  validator: ValidatorNode,
  { public_key: key, signed_topology_txs: signed }: SignedExternalPartyTopologyRequest,
) => {
  const fingerprint = computeKeyFingerprint(validator, key);
  const { partyId } = await allocateExternalParty(validator.ledger, {
    synchronizer: getFirstSynchronizer(validator),
    onboardingTransactions: signed.map(({ topology_tx: transaction, signed_hash: hash }) => ({
      transaction,
      signatures: [createSignatureJson(hash, fingerprint)],
    })),
  });
  return { party_id: partyId };
};

/** Proposes a setup to an external party. The validator pays for the preapproval that the setup creates. */
export const createExternalPartySetupProposal = async (
  validator: ValidatorNode,
  { user_party_id: user }: { readonly user_party_id: Party },
) => {
  const view = readLocalnetStateView(validator);
  const { splice, now } = view;
  const { validatorParty } = validator;
  if (findTransferPreapproval(splice, user) !== undefined) {
    throw conflictError(`TransferPreapproval contract already exists for: ${user}`);
  }
  if (
    splice
      .activeContracts("externalPartySetupProposal")
      .some(({ payload }) => payload.user === user)
  ) {
    throw conflictError(`ExternalPartySetupProposal contract already exists for: ${user}`);
  }
  const rules = requireAmuletRules(splice);
  const context = requirePaymentContext(view, validatorParty);
  const result = await submitForChoiceResult<{ readonly proposalCid: ContractId }>(validator, {
    actAs: [validatorParty],
    command: createSpliceExerciseCommand(
      "amuletRules",
      rules.contractId,
      "AmuletRules_CreateExternalPartySetupProposal",
      {
        context,
        inputs: createTransferInputs(splice, validatorParty),
        user,
        validator: validatorParty,
        preapprovalExpiresAt: formatTimestampAfterDuration(now, preapprovalMicros),
        expectedDso: rules.payload.dso,
      },
    ),
  });
  return { contract_id: result.proposalCid };
};

export const listExternalPartySetupProposals = (validator: ValidatorNode) => {
  const { splice } = readLocalnetStateView(validator);
  return {
    contracts: splice
      .activeContracts("externalPartySetupProposal")
      .filter(({ payload }) => payload.validator === validator.validatorParty)
      .map((proposal) => toContractJsonWithSynchronizer(splice, proposal)),
  };
};

export interface PrepareSetupAcceptanceRequest {
  readonly contract_id: ContractId;
  readonly user_party_id: Party;
  readonly verbose_hashing?: boolean;
}

/** Prepares the transaction with which an external party accepts its setup. The party then signs it. */
export const prepareExternalSetupAcceptance = async (
  validator: ValidatorNode,
  request: PrepareSetupAcceptanceRequest,
) => {
  const { splice } = readLocalnetStateView(validator);
  const proposal = splice.findActiveContract("externalPartySetupProposal", request.contract_id);
  if (proposal === undefined) {
    throw createNotFoundServiceError(
      `ExternalPartySetupProposal ${request.contract_id} not found.`,
    );
  }
  const prepared = await prepareTransaction(validator.ledger, {
    commandId: `accept-setup-proposal-${request.contract_id}`,
    userId: validatorLedgerApiUserId,
    actAs: [request.user_party_id],
    readAs: [validator.validatorParty],
    synchronizerId: getFirstSynchronizer(validator),
    commands: [
      createSpliceExerciseCommand(
        "externalPartySetupProposal",
        proposal.contractId,
        "ExternalPartySetupProposal_Accept",
        {},
      ),
    ],
    ...(request.verbose_hashing === true && { verboseHashing: true }),
  });
  return preparedJson(prepared);
};

export interface SignedExternalSubmissionRequest {
  readonly submission: ExternalSubmission;
}

/** A prepared transaction with the signature of its party. */
interface ExternalSubmission {
  readonly party_id: Party;
  readonly transaction: string;
  readonly signed_tx_hash: string;
  readonly public_key: string;
}

export const submitExternalSetupAcceptance = async (
  validator: ValidatorNode,
  { submission }: SignedExternalSubmissionRequest,
) => {
  const updateId = await submitSigned(validator, "accept-setup", submission);
  const preapproval = findTransferPreapproval(
    readLocalnetStateView(validator).splice,
    submission.party_id,
  );
  return {
    transfer_preapproval_contract_id: preapproval?.contractId ?? "",
    update_id: updateId,
  };
};

/** Submits a prepared transaction with its signature. Resolves to the id of the update. */
const submitSigned = async (
  validator: ValidatorNode,
  purpose: string,
  submission: ExternalSubmission,
): Promise<string> => {
  const { party_id: party } = submission;
  const fingerprint = computeKeyFingerprint(validator, submission.public_key);
  const { updateId } = await executePreparedAndWait(validator.ledger, {
    submissionId: `${purpose}-${updateSuffix(validator)}`,
    userId: validatorLedgerApiUserId,
    preparedTransaction: submission.transaction,
    hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
    deduplicationPeriod: { Empty: {} },
    partySignatures: {
      signatures: [
        { party, signatures: [createSignatureJson(submission.signed_tx_hash, fingerprint)] },
      ],
    },
  });
  return updateId;
};

export interface PrepareExternalTransferRequest {
  readonly sender_party_id: Party;
  readonly receiver_party_id: Party;
  /** An amount of amulet, with at most ten decimals. */
  readonly amount: number;
  /** ISO 8601. */
  readonly expires_at: string;
  /** The next nonce of the sender, from its TransferCommandCounter; 0 if it has none. */
  readonly nonce: number;
  readonly verbose_hashing?: boolean;
  readonly description?: string;
}

/**
 * Prepares the transaction with which an external party commands a transfer to a receiver with a preapproval.
 * The party then signs it. Later, the validator executes the command by the rule `send-transfer-commands`.
 */
export const prepareExternalPartyTransfer = async (
  validator: ValidatorNode,
  request: PrepareExternalTransferRequest,
) => {
  const { splice } = readLocalnetStateView(validator);
  const { sender_party_id: sender, receiver_party_id: receiver, description = null } = request;
  const amount = formatAmount(readPositiveAmount(formatDecimal(request.amount)));
  const expiresAt = parseTimestamp(request.expires_at);
  if (expiresAt === undefined) {
    throw badRequestError(
      `expires_at must be a time such as 2030-01-31T12:00:00Z: ${request.expires_at}`,
    );
  }
  if (findTransferPreapproval(splice, receiver) === undefined) {
    throw badRequestError(`Receiver ${receiver} does not have a TransferPreapproval`);
  }
  const rules = requireExternalPartyAmuletRules(splice);
  const { dso } = rules.payload;
  const prepared = await prepareTransaction(validator.ledger, {
    commandId: `transfer-command-${updateSuffix(validator)}`,
    userId: validatorLedgerApiUserId,
    actAs: [sender],
    // On a real network the caller discloses the rules. Here the party reads as the DSO instead.
    readAs: [dso],
    synchronizerId: getFirstSynchronizer(validator),
    commands: [
      createSpliceExerciseCommand(
        "externalPartyAmuletRules",
        rules.contractId,
        "ExternalPartyAmuletRules_CreateTransferCommand",
        {
          sender,
          receiver,
          delegate: validator.validatorParty,
          amount,
          expiresAt: formatTimestamp(expiresAt),
          nonce: String(request.nonce),
          description,
          expectedDso: dso,
        },
      ),
    ],
    ...(request.verbose_hashing === true && { verboseHashing: true }),
  });
  const { preparedTransaction } = prepared;
  return {
    ...preparedJson(prepared),
    transfer_command_contract_id_prefix: findCreatedContractId(
      decodeTransaction(preparedTransaction),
    ),
  };
};

/** Formats a number with all its digits and without an exponent. */
const formatDecimal = (value: number): string =>
  value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 20 });

const preparedJson = ({
  preparedTransaction,
  preparedTransactionHash,
  hashingDetails,
}: PrepareSubmissionResponse) => ({
  transaction: preparedTransaction,
  tx_hash: bytesToHex(decodeTransaction(preparedTransactionHash)),
  ...(typeof hashingDetails === "string" && { hashing_details: hashingDetails }),
});

/**
 * Returns the id of the contract that a prepared transaction creates, without the suffix that is known only
 * after its execution.
 */
const findCreatedContractId = (bytes: Uint8Array): ContractId => {
  const { nodes } = decodePreparedTransaction(bytes).transaction;
  for (const node of nodes.values()) if (node.kind === "create") return node.contractId;
  throw new ServiceError(500, "The prepared transaction creates no contract.");
};

export const submitExternalPartyTransfer = async (
  validator: ValidatorNode,
  { submission }: SignedExternalSubmissionRequest,
) => ({ update_id: await submitSigned(validator, "transfer-command", submission) });

const updateSuffix = ({ ledger }: ValidatorNode): number => ledger.state.ledgerEnd + 1;

/** Answers GET /v0/admin/external-party/balance. */
export const readExternalPartyBalance = (validator: ValidatorNode, party: Party) => {
  const { splice } = readLocalnetStateView(validator);
  const [oldest] = listSortedRounds(splice, "openMiningRound");
  const round = oldest === undefined ? 0 : getRoundNumber(oldest);
  return { ...summarizeHoldings(splice, party, round), computed_as_of_round: round };
};
