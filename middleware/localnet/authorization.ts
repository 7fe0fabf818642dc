import { ServiceError, validatorLedgerApiUserId, wallet } from "../../lib/localnet/index.ts";
import type {
  LocalnetServiceContext,
  ValidatorServiceContext,
} from "./localnet-service-context.ts";
import type { TokenAuthorizer } from "./service.ts";

const forbiddenError = (message: string): ServiceError => new ServiceError(403, message);

/** Accepts every token with a valid signature, and returns its user id. The user need not exist. */
export const authorizeAnyValidToken: TokenAuthorizer<LocalnetServiceContext> = (
  authorization,
  { ledger, verifier },
) => {
  const [, text] = /^bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  const verified = text === undefined ? undefined : verifier.verify(text, ledger);
  // A verifier with a key returns no promise.
  const userId = verified instanceof Promise ? undefined : verified?.userId;
  if (userId !== undefined) return userId;
  throw new ServiceError(
    401,
    text === undefined
      ? "Missing or malformed Authorization header: send `Bearer <token>`."
      : "The token is not genuine, has expired, or is for another audience.",
  );
};

/** Returns the rights of the token's user. A user that does not exist has no rights. */
const readCallerRights = (authorization: string | undefined, host: LocalnetServiceContext) => {
  const userId = authorizeAnyValidToken(authorization, host);
  const user = host.ledger.state.users.get(userId);
  if (user?.isDeactivated === true) throw forbiddenError(`The user ${userId} is deactivated.`);
  const rights = user === undefined ? [] : [...user.rights.values()];
  const mayActAs = (party: string): boolean =>
    rights.some((right) => right.kind === "CanActAs" && right.party === party);
  const isAdmin = rights.some((right) => right.kind === "ParticipantAdmin");
  return { userId, mayActAs, isAdmin, primaryParty: user?.primaryParty };
};

/** The authorization rules of a validator's operations. */
export const validatorTokenAuthorizers: Readonly<
  Record<"token" | "wallet" | "admin", TokenAuthorizer<ValidatorServiceContext>>
> = {
  token: authorizeAnyValidToken,
  wallet: (authorization, host) => {
    const { userId, mayActAs } = readCallerRights(authorization, host);
    const { party } = wallet.requireWallet(host, userId);
    if (!mayActAs(party)) throw forbiddenError(`The user ${userId} may not act as ${party}.`);
    return userId;
  },
  admin: (authorization, host) => {
    const { userId, mayActAs, isAdmin, primaryParty } = readCallerRights(authorization, host);
    // All validators have the user `ledger-api-user`. On each participant, its primary party is that of the
    // participant's validator.
    const isPrimary = userId === validatorLedgerApiUserId || primaryParty === host.validatorParty;
    if (isAdmin && isPrimary && mayActAs(host.validatorParty)) return userId;
    throw forbiddenError(`The user ${userId} is not the operator of this validator.`);
  },
};
