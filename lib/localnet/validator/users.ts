import { type ContractId, getNamespace, type Party } from "../../base/identifiers/identifiers.ts";
import { allocateParty } from "../../operations/admin/parties/allocate-party.ts";
import { createUser } from "../../operations/admin/users/create-user.ts";
import { grantUserRights } from "../../operations/admin/users/user-rights.ts";
import {
  createSpliceCreateCommand,
  createSpliceExerciseCommand,
  findFeaturedAppRight,
} from "../commands.ts";
import { readLocalnetStateView } from "../localnet-state-view.ts";
import { validatorLedgerApiUserId } from "../names.ts";
import { requireAmuletRules } from "../registry.ts";
import { badRequestError, createNotFoundServiceError } from "../service-error.ts";
import {
  findWalletInstall,
  submitForValidatorParties,
  type ValidatorNode,
} from "../validator-node.ts";

/** Answers GET /v0/validator-user. */
export const createValidatorUserJson = (validator: ValidatorNode) => ({
  party_id: validator.validatorParty,
  user_name: validatorLedgerApiUserId,
  featured:
    findFeaturedAppRight(readLocalnetStateView(validator).splice, validator.validatorParty) !==
    undefined,
});

const createPartyRights = (party: Party) => [
  { kind: { CanActAs: { value: { party } } } },
  { kind: { CanReadAs: { value: { party } } } },
];

/** Creates the user if it does not exist, and grants it the right to act as the party. */
const giveParty = async ({ ledger }: ValidatorNode, userId: string, party: Party) => {
  const rights = createPartyRights(party);
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

/**
 * Returns a party hint for a user name, with `_` in place of characters that party hints may not contain.
 */
const toPartyHint = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, "_");

/** Returns the party with this id, or allocates one with this hint. */
const findOrAllocateParty = async (
  { ledger }: ValidatorNode,
  { hint, party }: { readonly hint: string; readonly party?: Party },
): Promise<Party> => {
  if (party !== undefined && ledger.state.parties.has(party)) return party;
  const local = `${hint}::${getNamespace(ledger.state.participantId)}`;
  if (ledger.state.parties.has(local)) return local;
  const { partyDetails } = await allocateParty(ledger, { partyIdHint: hint });
  return partyDetails.party;
};

/** Installs the wallet of a user. Has no effect if it is installed. */
const installWallet = async (
  validator: ValidatorNode,
  { userId, party }: { readonly userId: string; readonly party: Party },
): Promise<void> => {
  if (findWalletInstall(validator, userId) !== undefined) return;
  const { splice } = readLocalnetStateView(validator);
  const { validatorParty } = validator;
  const dso = requireAmuletRules(splice).payload.dso;
  const install = createSpliceCreateCommand("walletAppInstall", {
    dsoParty: dso,
    validatorParty,
    endUserName: userId,
    endUserParty: party,
  });
  await submitForValidatorParties(validator, {
    actAs: [validatorParty, party, dso],
    command: install,
  });
  const hasRight = splice
    .activeContracts("validatorRight")
    .some(({ payload }) => payload.user === party && payload.validator === validatorParty);
  if (hasRight) return;
  const validatorRight = createSpliceCreateCommand("validatorRight", {
    dso,
    user: party,
    validator: validatorParty,
  });
  await submitForValidatorParties(validator, {
    actAs: [validatorParty, party],
    command: validatorRight,
  });
};

export interface OnboardWalletUserRequest {
  readonly name: string;
  readonly party_id?: Party;
  readonly createPartyIfMissing?: boolean;
}

/**
 * Gives a user a party and a wallet. Repeating a call has no effect. A call with another party also
 * gives the user rights to that party.
 */
export const onboardWalletUser = async (
  validator: ValidatorNode,
  { name, party_id: wanted, createPartyIfMissing = false }: OnboardWalletUserRequest,
) => {
  if (
    wanted !== undefined &&
    !validator.ledger.state.parties.has(wanted) &&
    !createPartyIfMissing
  ) {
    throw badRequestError(
      `Party ${wanted} does not exist; set createPartyIfMissing to allocate it.`,
    );
  }
  const known = validator.ledger.state.users.get(name)?.primaryParty;
  const party = await findOrAllocateParty(validator, {
    hint: wanted === undefined ? toPartyHint(name) : (wanted.split("::")[0] ?? wanted),
    ...(wanted !== undefined ? { party: wanted } : known ? { party: known } : {}),
  });
  await giveParty(validator, name, party);
  await installWallet(validator, { userId: name, party });
  return { party_id: party };
};

export const listUsers = (validator: ValidatorNode) => ({
  usernames: readLocalnetStateView(validator)
    .splice.activeContracts("walletAppInstall")
    .filter(({ payload }) => payload.validatorParty === validator.validatorParty)
    .map(({ payload }) => payload.endUserName),
});

/** Archives the contracts of the user's wallet installation. The ledger's user keeps its rights. */
export const offboardWalletUser = async (
  validator: ValidatorNode,
  userId: string,
): Promise<undefined> => {
  const { splice } = readLocalnetStateView(validator);
  const install = findWalletInstall(validator, userId);
  if (install === undefined) throw createNotFoundServiceError(`User ${userId} not found.`);
  const { endUserParty } = install.payload;
  const dso = requireAmuletRules(splice).payload.dso;
  const archive = (key: "walletAppInstall" | "validatorRight", contractId: ContractId) =>
    submitForValidatorParties(validator, {
      actAs: [validator.validatorParty, endUserParty, dso],
      command: createSpliceExerciseCommand(key, contractId, "Archive", {}),
    });
  await archive("walletAppInstall", install.contractId);
  for (const { contractId, payload } of splice.activeContracts("validatorRight")) {
    const isOfUser = payload.user === endUserParty && payload.user !== payload.validator;
    if (isOfUser) await archive("validatorRight", contractId);
  }
  return undefined;
};
