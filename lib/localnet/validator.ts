import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

import type { ContractId, Party } from "../base/identifiers/identifiers.ts";
import { namespaceOf } from "../base/identifiers/identifiers.ts";
import { decodeBase64, encodeBase64 } from "../base/values/base64.ts";
import { allocateParty } from "../operations/admin/parties/allocate-party.ts";
import { createUser } from "../operations/admin/users/create-user.ts";
import { deleteUser } from "../operations/admin/users/delete-user.ts";
import { grantUserRights } from "../operations/admin/users/user-rights.ts";
import { topologyHash } from "../operations/interactive/hash/topology-hash.ts";
import { allocateExternalParty } from "../operations/interactive/onboard/allocate-external-party.ts";
import { generateExternalPartyTopology } from "../operations/interactive/onboard/generate-topology.ts";
import { executePreparedAndWait } from "../operations/interactive/submit/execute-prepared.ts";
import { prepareTransaction } from "../operations/interactive/submit/prepare-transaction.ts";
import { preapprovalMicros } from "./automation/wallets.ts";
import {
  create,
  exercise,
  paymentContext,
  roundNumber,
  roundsOf,
  transferInputs,
} from "./commands.ts";
import { contractWithState } from "./contract-json.ts";
import { summaryOf } from "./holdings.ts";
import { ledgerApiUser } from "./names.ts";
import { amuletRulesOf, featuredAppRightOf, preapprovalOf } from "./registry.ts";
import { badRequest, conflict, notFound, ServiceError } from "./service-error.ts";
import { after, resultFor, submitFor, type ValidatorNode, viewOf } from "./validator-node.ts";

/** GET /v0/validator-user. */
export const validatorUser = (validator: ValidatorNode) => ({
  party_id: validator.validatorParty,
  user_name: ledgerApiUser,
  featured: featuredAppRightOf(viewOf(validator).splice, validator.validatorParty) !== undefined,
});

const rightsOf = (party: Party) => [
  { kind: { CanActAs: { value: { party } } } },
  { kind: { CanReadAs: { value: { party } } } },
];

/** Creates the user if it is new, and grants it the party. */
const giveParty = async ({ ledger }: ValidatorNode, userId: string, party: Party) => {
  const rights = rightsOf(party);
  if (ledger.state.users.has(userId)) {
    await grantUserRights(ledger, { userId, identityProviderId: "", rights });
    return;
  }
  const user = {
    id: userId,
    primaryParty: party,
    isDeactivated: false,
    identityProviderId: "",
    primaryPartyAuthentication: false,
  };
  await createUser(ledger, { user, rights });
};

/** Party hints are made of fewer characters than user names. */
const hintFor = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, "_");

/** The party by its id, or one that is allocated with the hint. */
const partyFor = async (
  { ledger }: ValidatorNode,
  { hint, party }: { readonly hint: string; readonly party?: Party },
): Promise<Party> => {
  if (party !== undefined && ledger.state.parties.has(party)) return party;
  const local = `${hint}::${namespaceOf(ledger.state.participantId)}`;
  if (ledger.state.parties.has(local)) return local;
  const { partyDetails } = await allocateParty(ledger, { partyIdHint: hint });
  return partyDetails.party;
};

/** Installs the wallet of a user: without effect if it is installed. */
const installWallet = async (
  validator: ValidatorNode,
  { userId, party }: { readonly userId: string; readonly party: Party },
): Promise<void> => {
  const { splice } = viewOf(validator);
  const { validatorParty } = validator;
  const dso = amuletRulesOf(splice).payload.dso;
  const installed = splice
    .all("walletAppInstall")
    .some(
      ({ payload }) => payload.endUserName === userId && payload.validatorParty === validatorParty,
    );
  if (installed) return;
  const install = create("walletAppInstall", {
    dsoParty: dso,
    validatorParty,
    endUserName: userId,
    endUserParty: party,
  });
  await submitFor(validator, { actAs: [validatorParty, party, dso], command: install });
  const hasRight = splice
    .all("validatorRight")
    .some(({ payload }) => payload.user === party && payload.validator === validatorParty);
  if (hasRight) return;
  const validatorRight = create("validatorRight", { dso, user: party, validator: validatorParty });
  await submitFor(validator, { actAs: [validatorParty, party], command: validatorRight });
};

export interface OnboardRequest {
  readonly name: string;
  readonly party_id?: Party;
  readonly createPartyIfMissing?: boolean;
}

/** Gives a user a party and a wallet. Doing it again changes nothing. */
export const onboardUser = async (
  validator: ValidatorNode,
  { name, party_id: wanted, createPartyIfMissing = false }: OnboardRequest,
) => {
  if (
    wanted !== undefined &&
    !validator.ledger.state.parties.has(wanted) &&
    !createPartyIfMissing
  ) {
    throw badRequest(`Party ${wanted} does not exist; set createPartyIfMissing to allocate it.`);
  }
  const known = validator.ledger.state.users.get(name)?.primaryParty;
  const party = await partyFor(validator, {
    hint: wanted === undefined ? hintFor(name) : (wanted.split("::")[0] ?? wanted),
    ...(wanted !== undefined ? { party: wanted } : known ? { party: known } : {}),
  });
  await giveParty(validator, name, party);
  await installWallet(validator, { userId: name, party });
  return { party_id: party };
};

export const listUsers = (validator: ValidatorNode) => ({
  usernames: viewOf(validator)
    .splice.all("walletAppInstall")
    .filter(({ payload }) => payload.validatorParty === validator.validatorParty)
    .map(({ payload }) => payload.endUserName),
});

/** Archives what the wallet of a user was installed with, and deletes the user. */
export const offboardUser = async (
  validator: ValidatorNode,
  userId: string,
): Promise<undefined> => {
  const { splice } = viewOf(validator);
  const install = splice
    .all("walletAppInstall")
    .find(
      ({ payload }) =>
        payload.endUserName === userId && payload.validatorParty === validator.validatorParty,
    );
  if (install === undefined) throw notFound(`User ${userId} not found.`);
  const { endUserParty } = install.payload;
  const dso = amuletRulesOf(splice).payload.dso;
  const archive = (key: "walletAppInstall" | "validatorRight", contractId: ContractId) =>
    submitFor(validator, {
      actAs: [validator.validatorParty, endUserParty, dso],
      command: exercise(key, contractId, "Archive", {}),
    });
  await archive("walletAppInstall", install.contractId);
  for (const { contractId, payload } of splice.all("validatorRight")) {
    const isOfUser = payload.user === endUserParty && payload.user !== payload.validator;
    if (isOfUser) await archive("validatorRight", contractId);
  }
  if (validator.ledger.state.users.has(userId)) await deleteUser(validator.ledger, { userId });
  return undefined;
};

export const listPreapprovals = (validator: ValidatorNode) => {
  const { splice } = viewOf(validator);
  return {
    contracts: splice
      .all("transferPreapproval")
      .filter(({ payload }) => payload.provider === validator.validatorParty)
      .map((preapproval) => contractWithState(splice, preapproval)),
  };
};

export const cancelPreapproval = async (
  validator: ValidatorNode,
  receiver: Party,
): Promise<undefined> => {
  const preapproval = preapprovalOf(viewOf(validator).splice, receiver);
  if (preapproval?.payload.provider !== validator.validatorParty) {
    throw notFound(`No TransferPreapproval found for party: ${receiver}`);
  }
  const p = validator.validatorParty;
  const choice = "TransferPreapproval_Cancel";
  const command = exercise("transferPreapproval", preapproval.contractId, choice, { p });
  await submitFor(validator, { actAs: [p], command });
  return undefined;
};

const publicKey = (hex: string) => ({
  format: "CRYPTO_KEY_FORMAT_RAW",
  keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
  keyData: encodeBase64(bytesOf(hex, "public_key")),
});

const bytesOf = (hex: string, field: string): Uint8Array => {
  try {
    return hexToBytes(hex);
  } catch {
    throw badRequest(`${field} is not hex-encoded: ${hex.slice(0, 80)}`);
  }
};

export interface TopologyRequest {
  readonly party_hint: string;
  readonly public_key: string;
}

const synchronizerOf = ({ ledger }: ValidatorNode): string =>
  ledger.state.synchronizers[0]?.id ?? "";

/** What the owner of a key signs to have its party hosted: one transaction that holds all three mappings' content. */
export const generateTopology = (validator: ValidatorNode, request: TopologyRequest) => {
  const generated = generateExternalPartyTopology(validator.ledger, {
    synchronizer: synchronizerOf(validator),
    partyHint: request.party_hint,
    publicKey: publicKey(request.public_key),
  });
  return {
    party_id: generated.partyId,
    topology_txs: generated.topologyTransactions.map((topology_tx) => ({
      topology_tx,
      hash: bytesToHex(topologyHash(decodeTransaction(topology_tx))),
    })),
  };
};

const decodeTransaction = (text: string): Uint8Array => {
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw badRequest("topology_tx is not base64.");
  return bytes;
};

export interface SignedTopologyRequest {
  readonly public_key: string;
  readonly signed_topology_txs: readonly {
    readonly topology_tx: string;
    readonly signed_hash: string;
  }[];
}

const signatureOf = (hex: string, signedBy: string) => ({
  format: "SIGNATURE_FORMAT_CONCAT",
  signature: encodeBase64(bytesOf(hex, "signed_hash")),
  signedBy,
  signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
});

/** The fingerprint of a key: the namespace of the parties it generates. */
const fingerprintOf = (validator: ValidatorNode, key: string): string =>
  generateExternalPartyTopology(validator.ledger, {
    synchronizer: synchronizerOf(validator),
    partyHint: "fingerprint",
    publicKey: publicKey(key),
  }).publicKeyFingerprint;

export const submitTopology = async (
  validator: ValidatorNode,
  { public_key: key, signed_topology_txs: signed }: SignedTopologyRequest,
) => {
  const fingerprint = fingerprintOf(validator, key);
  const { partyId } = await allocateExternalParty(validator.ledger, {
    synchronizer: synchronizerOf(validator),
    onboardingTransactions: signed.map(({ topology_tx: transaction, signed_hash: hash }) => ({
      transaction,
      signatures: [signatureOf(hash, fingerprint)],
    })),
  });
  return { party_id: partyId };
};

/** The validator pays for the preapproval that comes with the setup. */
export const createSetupProposal = async (
  validator: ValidatorNode,
  { user_party_id: user }: { readonly user_party_id: Party },
) => {
  const view = viewOf(validator);
  const { splice, now } = view;
  const { validatorParty } = validator;
  if (preapprovalOf(splice, user) !== undefined) {
    throw conflict(`TransferPreapproval contract already exists for: ${user}`);
  }
  if (splice.all("externalPartySetupProposal").some(({ payload }) => payload.user === user)) {
    throw conflict(`ExternalPartySetupProposal contract already exists for: ${user}`);
  }
  const rules = amuletRulesOf(splice);
  const context = paymentContext(splice, validatorParty, now);
  if (context === undefined) throw new ServiceError(503, "No OpenMiningRound is open.");
  const result = await resultFor<{ readonly proposalCid: ContractId }>(validator, {
    actAs: [validatorParty],
    command: exercise(
      "amuletRules",
      rules.contractId,
      "AmuletRules_CreateExternalPartySetupProposal",
      {
        context,
        inputs: transferInputs(splice, validatorParty),
        user,
        validator: validatorParty,
        preapprovalExpiresAt: after(now, preapprovalMicros),
        expectedDso: rules.payload.dso,
      },
    ),
  });
  return { contract_id: result.proposalCid };
};

export const listSetupProposals = (validator: ValidatorNode) => {
  const { splice } = viewOf(validator);
  return {
    contracts: splice
      .all("externalPartySetupProposal")
      .filter(({ payload }) => payload.validator === validator.validatorParty)
      .map((proposal) => contractWithState(splice, proposal)),
  };
};

export interface PrepareAcceptRequest {
  readonly contract_id: ContractId;
  readonly user_party_id: Party;
  readonly verbose_hashing?: boolean;
}

/** The transaction by which an external party accepts its setup, for it to sign. */
export const prepareAccept = async (validator: ValidatorNode, request: PrepareAcceptRequest) => {
  const { splice } = viewOf(validator);
  const proposal = splice.active("externalPartySetupProposal", request.contract_id);
  if (proposal === undefined) {
    throw notFound(`ExternalPartySetupProposal ${request.contract_id} not found.`);
  }
  const prepared = await prepareTransaction(validator.ledger, {
    commandId: `accept-setup-proposal-${request.contract_id}`,
    userId: ledgerApiUser,
    actAs: [request.user_party_id],
    readAs: [validator.validatorParty],
    synchronizerId: synchronizerOf(validator),
    commands: [
      exercise(
        "externalPartySetupProposal",
        proposal.contractId,
        "ExternalPartySetupProposal_Accept",
        {},
      ),
    ],
    ...(request.verbose_hashing === true && { verboseHashing: true }),
  });
  const { preparedTransaction, preparedTransactionHash, hashingDetails } = prepared;
  return {
    transaction: preparedTransaction,
    tx_hash: bytesToHex(decodeTransaction(preparedTransactionHash)),
    ...(typeof hashingDetails === "string" && { hashing_details: hashingDetails }),
  };
};

export interface SubmitAcceptRequest {
  readonly submission: {
    readonly party_id: Party;
    readonly transaction: string;
    readonly signed_tx_hash: string;
    readonly public_key: string;
  };
}

export const submitAccept = async (
  validator: ValidatorNode,
  { submission }: SubmitAcceptRequest,
) => {
  const { party_id: party } = submission;
  const fingerprint = fingerprintOf(validator, submission.public_key);
  const { updateId } = await executePreparedAndWait(validator.ledger, {
    submissionId: `accept-setup-${updateSuffix(validator)}`,
    userId: ledgerApiUser,
    preparedTransaction: submission.transaction,
    hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
    deduplicationPeriod: { Empty: {} },
    partySignatures: {
      signatures: [{ party, signatures: [signatureOf(submission.signed_tx_hash, fingerprint)] }],
    },
  });
  const preapproval = preapprovalOf(viewOf(validator).splice, party);
  return {
    transfer_preapproval_contract_id: preapproval?.contractId ?? "",
    update_id: updateId,
  };
};

const updateSuffix = ({ ledger }: ValidatorNode): number => ledger.state.ledgerEnd + 1;

/** GET /v0/admin/external-party/balance. */
export const externalBalance = (validator: ValidatorNode, party: Party) => {
  const { splice } = viewOf(validator);
  const [oldest] = roundsOf(splice, "openMiningRound");
  const round = oldest === undefined ? 0 : roundNumber(oldest);
  return { ...summaryOf(splice, party, round), computed_as_of_round: round };
};
